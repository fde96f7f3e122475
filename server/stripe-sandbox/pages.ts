import { dollars } from '#shared/billing/plans.ts';
import { checkCard, type CardInput } from './cards.ts';
import { moveClock } from './api.ts';
import { optionalText, type Params } from './params.ts';
import type { Customer, Invoice, PortalSession, Subscription } from './objects.ts';
import { attachMethod, chargeOnFile, confirmPayment, createPaymentMethod } from './payments.ts';
import type { Store } from './store.ts';
import { cancelInPortal, isLive, itemOf, resumeInPortal } from './subscription-status.ts';

interface PageRequest {
  method: string;
  path: string;
  form: Params;
  nonce: string;
  pagesUrl: string;
}
type PageResponse = { status: number; html: string } | { to: string };

const DAY = 86_400;
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const formatDay = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** Renders the billing portal and the invoice pages. */
export async function showPage(store: Store, request: PageRequest): Promise<PageResponse> {
  const [, kind, id, action] = /^\/(portal|invoices)\/([\w-]+)(?:\/(\w+))?(?:\?|$)/.exec(request.path) ?? [];
  if (kind === 'portal' && id) {
    const session = await store.find('billing_portal.session', id);
    // Portal links expire. 400 days, because the sandbox clock can be moved by a year.
    if (session && store.now - session.created < 3_600 * 24 * 400) {
      if (request.method === 'POST' && action) return handleAction(store, request, session, action);
      if (request.method === 'GET') return { status: 200, html: await renderPortal(store, request, session) };
    }
  }
  const invoice = kind === 'invoices' && id ? await store.find('invoice', id) : undefined;
  if (invoice && request.method === 'POST' && action === 'pay') return payInvoice(store, request, invoice);
  if (invoice && request.method === 'GET') return { status: 200, html: renderInvoice(invoice, request) };
  return { status: 404, html: renderPage('Not found', '<p>This link is no longer valid.</p>', request) };
}

const findCurrentSubscription = async (store: Store, customer: string): Promise<Subscription | undefined> => {
  const subscriptions = await store.all('subscription', customer);
  return subscriptions.find(isLive) ?? subscriptions[0];
};

async function handleAction(
  store: Store,
  request: PageRequest,
  session: PortalSession,
  action: string,
): Promise<PageResponse> {
  const customer = await store.get('customer', session.customer);
  const subscription = await findCurrentSubscription(store, customer.id);
  const redirectBack = (notice?: string) => ({
    to: `${new URL(request.pagesUrl).pathname}/portal/${session.id}${notice ? `?notice=${encodeURIComponent(notice)}` : ''}`,
  });
  if (action === 'cancel' && subscription && isLive(subscription)) await cancelInPortal(store, subscription);
  else if (action === 'resume' && subscription && isLive(subscription)) await resumeInPortal(store, subscription);
  else if (action === 'card' && subscription)
    return redirectBack(await changeCard(store, customer, subscription, request.form));
  else if (action === 'pay') {
    const invoice = await store.find('invoice', optionalText(request.form, 'invoice') ?? '');
    if (invoice?.customer !== customer.id) return redirectBack("We couldn't find this invoice.");
    const decline = await chargeOnFile(store, invoice, subscription?.default_payment_method ?? null);
    return redirectBack(decline?.message ?? 'Thank you. The invoice is paid.');
  } else if (action === 'clock') {
    const days = Math.min(400, Math.max(1, Number(optionalText(request.form, 'days')) || 1));
    await moveClock(store, store.now + days * DAY, request.pagesUrl);
    return redirectBack(`The sandbox clock now shows ${formatDay(store.now)}.`);
  }
  return redirectBack();
}

const readCard = (form: Params): CardInput => {
  const [month, year] = (optionalText(form, 'expiry') ?? '').split(/\D+/).map(Number);
  return {
    number: (optionalText(form, 'number') ?? '').replace(/\s/g, ''),
    expMonth: month ?? 0,
    expYear: year ?? 0,
    cvc: optionalText(form, 'cvc') ?? '',
  };
};

/** Anyone who has the link of an invoice may pay it. */
async function payInvoice(store: Store, request: PageRequest, invoice: Invoice): Promise<PageResponse> {
  const intent =
    invoice.status === 'open' && invoice._intent ? await store.get('payment_intent', invoice._intent) : null;
  const decline = intent && (await confirmPayment(store, intent, readCard(request.form)));
  const notice = decline?.message ?? 'Thank you. The invoice is paid.';
  return {
    to: `${new URL(request.pagesUrl).pathname}/invoices/${invoice.id}?notice=${encodeURIComponent(notice)}`,
  };
}

async function changeCard(store: Store, customer: Customer, subscription: Subscription, form: Params): Promise<string> {
  const card = readCard(form);
  const decline = checkCard(card, new Date(store.now * 1000));
  if (decline) return decline.message;
  const method = await createPaymentMethod(store, card);
  await attachMethod(store, method, customer);
  customer.invoice_settings.default_payment_method = method.id;
  await store.put(customer);
  await store.emit('customer.updated', customer);
  subscription.default_payment_method = method.id;
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
  return 'Your card was updated.';
}

const cardFields = `<label>Card number<input name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242"></label>
  <div class="row"><label>Expiry<input name="expiry" autocomplete="off" required placeholder="12/34"></label>
  <label>CVC<input name="cvc" inputmode="numeric" autocomplete="off" required placeholder="123"></label></div>`;

async function renderPortal(store: Store, request: PageRequest, session: PortalSession): Promise<string> {
  const customer = await store.get('customer', session.customer);
  const subscription = await findCurrentSubscription(store, customer.id);
  const method = subscription?.default_payment_method
    ? await store.find('payment_method', subscription.default_payment_method)
    : undefined;
  const invoices = (await store.all('invoice', customer.id)).filter(({ status }) => status !== 'draft');
  const form = (action: string, inside: string) =>
    `<form method="post" action="${escapeHtml(`${new URL(request.pagesUrl).pathname}/portal/${session.id}/${action}`)}">${inside}</form>`;
  const live = subscription && isLive(subscription);
  const plan = subscription
    ? `<p class="big">${escapeHtml(itemOf(subscription).price.nickname)} · ${dollars(itemOf(subscription).price.unit_amount)}</p>
       <p>Status: <strong>${escapeHtml(subscription.status.replace('_', ' '))}</strong>. ${
         !live
           ? ''
           : subscription.cancel_at
             ? `Ends on ${formatDay(subscription.cancel_at)}.`
             : `Renews on ${formatDay(itemOf(subscription).current_period_end)}.`
       }</p>
       ${live ? (subscription.cancel_at !== null ? form('resume', '<button class="main">Keep the plan</button>') : form('cancel', '<button>Cancel plan</button>')) : ''}`
    : '<p>No subscription yet.</p>';
  const card = `<p>${method ? `${escapeHtml(method.card.brand)} ending in ${method.card.last4}` : 'No card on file.'}</p>${
    live
      ? form(
          'card',
          `${cardFields}<button>Change card</button>
           <p class="quiet">4242 4242 4242 4242 is accepted. 4000 0000 0000 0341 is accepted too, but fails at the next renewal.</p>`,
        )
      : ''
  }`;
  const invoiceItems = invoices
    .map(
      (invoice) =>
        `<li><a href="${escapeHtml(invoice.hosted_invoice_url ?? '#')}">${escapeHtml(invoice.number ?? invoice.id)}</a> · ${formatDay(invoice.created)} · ${dollars(invoice.total)} · ${invoice.status}${
          invoice.status === 'open' && live && subscription.status !== 'incomplete'
            ? form(
                'pay',
                `<input type="hidden" name="invoice" value="${escapeHtml(invoice.id)}"><button>Pay now</button>`,
              )
            : ''
        }</li>`,
    )
    .join('');
  const clock = form(
    'clock',
    `<div class="row"><label>Days<select name="days"><option>1</option><option>7</option><option selected>31</option><option>366</option></select></label><button>Advance the clock</button></div>`,
  );
  return renderPage(
    'Billing portal',
    `${renderNotice(request)}
     <section><h2>Current plan</h2>${plan}</section>
     <section><h2>Payment method</h2>${card}</section>
     <section><h2>Invoices</h2>${invoiceItems ? `<ul>${invoiceItems}</ul>` : '<p>None yet.</p>'}</section>
     <section><h2>Clock</h2><p>It is ${formatDay(store.now)} in the sandbox. Advance the clock to test renewals and cancellations.</p>${clock}</section>
     <p><a href="${escapeHtml(session.return_url)}">Return to the site</a></p>`,
    request,
  );
}

function renderNotice({ path }: PageRequest): string {
  const notice = new URL(path, 'http://sandbox').searchParams.get('notice');
  return notice ? `<p class="notice" role="status">${escapeHtml(notice)}</p>` : '';
}

function renderInvoice(invoice: Invoice, request: PageRequest): string {
  const lines = invoice.lines.data
    .map((line) => `<tr><td>${escapeHtml(line.description)}</td><td>${dollars(line.amount)}</td></tr>`)
    .join('');
  return renderPage(
    `Invoice ${invoice.number ?? ''}`,
    `${renderNotice(request)}
     <section><p>${formatDay(invoice.created)} · <strong>${invoice.status}</strong>${invoice.customer_email ? ` · ${escapeHtml(invoice.customer_email)}` : ''}</p>
     <table><tbody>${lines}</tbody><tfoot><tr><th scope="row">Total</th><td>${dollars(invoice.total)}</td></tr><tr><th scope="row">Paid</th><td>${dollars(invoice.amount_paid)}</td></tr></tfoot></table></section>
     ${
       invoice.status === 'open'
         ? `<section><h2>Pay ${dollars(invoice.amount_remaining)}</h2><form method="post" action="${escapeHtml(`${new URL(request.pagesUrl).pathname}/invoices/${invoice.id}/pay`)}">${cardFields}<button class="main">Pay</button></form></section>`
         : ''
     }`,
    request,
  );
}

const renderPage = (
  title: string,
  body: string,
  { nonce }: PageRequest,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escapeHtml(title)} · Payment sandbox</title>
<style nonce="${nonce}">:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:38rem;margin:0 auto;padding:1.5rem 1rem 4rem;background:light-dark(#f6f8f8,#14201f);color:light-dark(#17292b,#e8efee)}
h1{font-size:1.6rem}h2{font-size:1rem;margin:0 0 .5rem}section{background:light-dark(#fff,#1d2b2a);border:1px solid light-dark(#dde4e4,#33403f);border-radius:14px;padding:1.1rem 1.25rem;margin:1rem 0}
p{margin:.35rem 0}.big{font-size:1.2rem;font-weight:600}.quiet,.test{font-size:.85rem;color:light-dark(#4f6062,#a9b8b6)}.test{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 .6rem}
form{margin:.75rem 0 0}label{display:block;font-size:.85rem;font-weight:600;margin:.4rem 0}input,select{display:block;width:100%;box-sizing:border-box;min-height:44px;font:inherit;font-weight:400;padding:.4rem .7rem;border:1px solid #7b8a8b;border-radius:10px;background:transparent;color:inherit}
.row{display:flex;gap:.75rem;align-items:end}.row>*{flex:1}button{min-height:44px;padding:.5rem 1rem;font:inherit;font-weight:600;border-radius:10px;border:1px solid #5e8f92;background:transparent;color:light-dark(#0a5c60,#8fd6d3);cursor:pointer}button.main{background:#0b7c80;color:#fff}
a{color:light-dark(#0a6367,#8fd6d3)}:focus-visible{outline:2px solid #0b9498;outline-offset:2px}.notice{background:light-dark(#e3f3f2,#1f3f3e);border-radius:10px;padding:.7rem 1rem}ul{padding-left:1.1rem}table{width:100%;border-collapse:collapse}td,th{padding:.4rem 0;text-align:left;border-top:1px solid light-dark(#e6ecec,#33403f)}td:last-child{text-align:right}</style></head>
<body><main><p class="test">Test mode: no real money moves</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
