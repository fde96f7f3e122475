import { readdir, readFile } from 'node:fs/promises';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, payWith } from '#server/test/people/paying.ts';
import { KEY, listenIn } from '#server/test/doubles/stripe-wire.ts';
import { enqueueTransferFee, endBilling, endTransferInvoice, openTransferInvoice } from './billing.ts';
import { enqueueDisputeSync } from './jobs.ts';
import { comparePlanPrices } from './stripe-prices.ts';
import { apiVersion } from '../stripe-sandbox/api-version.ts';

let app: TestApp;
let wire: ReturnType<typeof listenIn>;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
  wire = listenIn(app);
});
afterAll(() => app.stop());

/** Every Stripe call in our code, with the request it must send. */
const calls: Record<string, [method: 'GET' | 'POST' | 'DELETE', path: RegExp]> = {
  'customers.create': ['POST', /^\/v1\/customers$/],
  'customers.retrieve': ['GET', /^\/v1\/customers\/cus_\w+$/],
  'customers.update': ['POST', /^\/v1\/customers\/cus_\w+$/],
  'subscriptions.create': ['POST', /^\/v1\/subscriptions$/],
  'subscriptions.list': ['GET', /^\/v1\/subscriptions\?customer=cus_/],
  'subscriptions.retrieve': ['GET', /^\/v1\/subscriptions\/sub_\w+$/],
  'subscriptions.update': ['POST', /^\/v1\/subscriptions\/sub_\w+$/],
  'subscriptions.cancel': ['DELETE', /^\/v1\/subscriptions\/sub_\w+$/],
  'invoices.list': ['GET', /^\/v1\/invoices\?customer=cus_/],
  'invoices.create': ['POST', /^\/v1\/invoices$/],
  'invoices.createPreview': ['POST', /^\/v1\/invoices\/create_preview$/],
  'invoices.retrieve': ['GET', /^\/v1\/invoices\/in_\w+\?expand/],
  'invoices.voidInvoice': ['POST', /^\/v1\/invoices\/in_\w+\/void$/],
  'invoices.finalizeInvoice': ['POST', /^\/v1\/invoices\/in_\w+\/finalize$/],
  'invoiceItems.create': ['POST', /^\/v1\/invoiceitems$/],
  'prices.retrieve': ['GET', /^\/v1\/prices\/price_\w+$/],
  'refunds.create': ['POST', /^\/v1\/refunds$/],
  'disputes.list': ['GET', /^\/v1\/disputes\?charge=ch_/],
  'disputes.retrieve': ['GET', /^\/v1\/disputes\/du_\w+\?expand/],
  'charges.list': ['GET', /^\/v1\/charges\?customer=cus_/],
  'billingPortal.sessions.create': ['POST', /^\/v1\/billing_portal\/sessions$/],
};

it('covers every Stripe call in the code', async () => {
  const folder = new URL('.', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found = new Set<string>();
  // Sample data is used only with the sandbox.
  for (const file of files.filter((file) => file !== 'sample.ts'))
    for (const [, call] of (await readFile(new URL(file, folder), 'utf8')).matchAll(
      /stripe\s*\.((?:[a-z]\w*\.)+[a-z]\w*)\(/gi,
    ))
      found.add(call!);
  // constructEvent sends no request, and only the sandbox has a clock.
  const quiet = ['testHelpers.testClocks.retrieve', 'webhooks.constructEvent'];
  expect([...found].toSorted()).toEqual([...Object.keys(calls), ...quiet].toSorted());
});

it('sends each call to api.stripe.com as a form, with our API version', async () => {
  const owner = await app.signIn({ name: 'Ada Örn & Söhne' });
  const call = async (method: string, path: string, body?: object) => {
    const answered = await app.call(method, path, { token: owner.token, body });
    expect([path, answered.status, answered.body.message]).toEqual([path, 200, undefined]);
    return answered.body;
  };
  const begin = (priceId: string) => call('POST', '/api/get-or-create-subscription', { priceId });
  // Starts a checkout, switches to another plan, pays, syncs, changes, cancels, resumes, and opens the portal.
  await begin('price_sandbox_professional_monthly');
  const { clientSecret, subscriptionId } = await begin('price_sandbox_pro_max_monthly');
  await payWith(app, clientSecret, cards.good);
  await call('POST', '/api/confirm-payment', { subscriptionId });
  const priceId = 'price_sandbox_pro_max_yearly';
  const { at } = await call('GET', `/api/billing/plan-change?priceId=${priceId}`);
  await call('POST', '/api/billing/plan-change', { priceId, at });
  await call('POST', '/api/billing/cancel');
  await call('POST', '/api/billing/resume');
  await call('POST', '/api/create-billing-portal-session');
  // Another customer disputes a payment.
  const disputer = await app.signIn();
  const begun = await app.post('/api/get-or-create-subscription', { priceId: 'price_sandbox_pro_max_monthly' }, { token: disputer.token }); // prettier-ignore
  await payWith(app, begun.body.clientSecret, cards.disputed);
  const { id: disputeId } = await app.deps.db('stripe_sandbox.objects').where({ kind: 'dispute' }).first('id');
  await enqueueDisputeSync(app.deps.db, { id: disputeId });
  // Bills an ownership transfer to a customer without a plan, and then deletes the account.
  const free = await app.signIn();
  await app.deps.db.transaction((trx) =>
    enqueueTransferFee(trx, { userId: free.userId, listing: 'Bright & Smiles', reference: 'listing-7' }),
  );
  // Takes the fee of two transfers before they happen, and voids one and refunds the other.
  const buyer = await app.signIn();
  const fee = (reference: string) =>
    openTransferInvoice(app.deps, buyer.userId, { listing: 'Bright & Smiles', reference });
  await endTransferInvoice(app.deps, (await fee('transfer-1')).id);
  const { id: invoiceId, clientSecret: feeSecret } = await fee('transfer-2');
  await payWith(app, feeSecret!, cards.good);
  await endTransferInvoice(app.deps, invoiceId);
  await app.deps.db.transaction((trx) => endBilling(trx, owner.userId));
  await comparePlanPrices(app.deps);
  await app.jobs();

  for (const [name, [method, path]] of Object.entries(calls)) {
    const asked = wire.asked.filter((one) => one.method === method && path.test(one.path));
    expect([name, asked.length > 0]).toEqual([name, true]);
    for (const { protocol, host, port, headers, body } of asked) {
      expect([name, protocol, host, port]).toEqual([name, 'https', 'api.stripe.com', '443']);
      expect(headers).toMatchObject({
        Authorization: `Bearer ${KEY}`,
        'Stripe-Version': apiVersion,
        'User-Agent': expect.stringMatching(/^Stripe\/v1 NodeBindings\/[\d.]+ Enamel$/),
      });
      if (method === 'GET') expect(body).toBe('');
      if (method === 'POST') {
        expect(headers).toMatchObject({
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
        });
        // Repeated requests are applied once.
        expect(headers['Idempotency-Key']).toBeTruthy();
        expect(body).toMatch(/^(?:[\w.\-%[\]]+=[\w.\-%~*!'()]*(?:&|$))*$/);
      }
    }
  }
  const strays = wire.asked.filter(
    (one) => !Object.values(calls).some(([method, path]) => one.method === method && path.test(one.path)),
  );
  expect(strays).toEqual([]);
  expect(apiVersion).toBe(Stripe.API_VERSION);

  const customer = (await app.deps.db('users').where({ id: free.userId }).first()).stripeCustomerId;
  expect(wire.last('POST', /^\/v1\/invoiceitems$/).form).toEqual({
    customer,
    amount: '2500',
    currency: 'usd',
    description: 'Ownership transfer: Bright & Smiles',
    metadata: { reference: 'listing-7' },
  });
  expect(wire.last('POST', /^\/v1\/invoices$/).form).toEqual({
    customer,
    collection_method: 'send_invoice',
    days_until_due: '14',
    pending_invoice_items_behavior: 'include',
    description: 'Ownership transfer: Bright & Smiles',
  });
  const ended = wire.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));
  expect(ended).toHaveLength(2);
  expect(ended[1]).toBe(subscriptionId);
  expect(wire.last('GET', /^\/v1\/charges\?/).form).toMatchObject({ limit: '100' });
});
