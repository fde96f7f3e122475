import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, moveClock, payWith } from '#server/test/people/paying.ts';
import { compareWithStripe, countRequired } from '#server/test/doubles/stripe-types.ts';
import { apiVersion } from './api-version.ts';
import type { AnyObject, Kind } from './objects.ts';
import { toPublic } from './public-objects.ts';
import { sandboxPrices } from './prices.ts';

const types: Record<Kind, [file: string, type: string]> = {
  customer: ['Customers', 'Customer'],
  price: ['Prices', 'Price'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  subscription: ['Subscriptions', 'Subscription'],
  invoice: ['Invoices', 'Invoice'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  dispute: ['Disputes', 'Dispute'],
  invoiceitem: ['InvoiceItems', 'InvoiceItem'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  refund: ['Refunds', 'Refund'],
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
  await live();
}, 60_000);
afterAll(() => app.stop());

/** Makes an object of every kind, in both billing modes and most states. */
async function live() {
  const { stripe } = app.deps.payments!;
  for (const type of ['classic', 'flexible'] as const) {
    const customer = (await stripe.customers.create({ email: 'ana@example.com', name: 'Ana' })).id;
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_sandbox_professional_monthly' }],
      billing_mode: { type },
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = subscription.latest_invoice as { confirmation_secret?: { client_secret: string } };
    const secret = invoice.confirmation_secret!.client_secret;
    await payWith(app, secret, cards.declined);
    await payWith(app, secret, cards.asksBank);
    await payWith(app, secret, '4000 0000 0000 0259');
    const { id, items } = subscription;
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]!.id, price: 'price_sandbox_pro_max_monthly' }],
      proration_behavior: 'always_invoice',
    });
    await stripe.invoiceItems.create({ customer, amount: 2_500, currency: 'usd', description: 'Transfer' });
    const session = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://example.com' });
    await fetch(`${session.url}/cancel`, { method: 'POST', redirect: 'manual' });
    await stripe.subscriptions.update(id, type === 'classic' ? { cancel_at_period_end: false } : { cancel_at: '' });
    await moveClock(app, 32);
    const [charge] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ payment_intent: charge!.payment_intent as string, amount: 100 });
    const [dispute] = (await stripe.disputes.list({ charge: charge!.id })).data;
    if (dispute)
      await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true });
    await stripe.customers.del(customer);
  }
}

async function read(path: string): Promise<unknown> {
  const { host, port, secretKey } = app.sandbox!;
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };
  return (await fetch(`http://${host}:${port}/v1/${path}`, { headers })).json();
}

it('shows every field that the types of the stripe package require, and no other', async () => {
  const stored = await rows<{ kind: Kind; body: AnyObject }>(
    app.deps.db,
    'select kind, body from stripe_sandbox.objects',
  );
  const objects = [...stored.map(({ body }) => body), ...sandboxPrices];
  expect(new Set(objects.map(({ object }) => object))).toEqual(new Set(Object.keys(types)));
  const problems = objects.flatMap((object) => {
    const [file, type] = types[object.object];
    const isDeleted = object.object === 'customer' && object._deleted;
    return compareWithStripe(toPublic(object), file, isDeleted ? 'DeletedCustomer' : type);
  });
  expect([...new Set(problems)]).toEqual([]);
});

it('does so in events, previews, lists, and expanded responses', async () => {
  const { stripe } = app.deps.payments!;
  const events = await rows<{ body: string }>(app.deps.db, 'select body from stripe_sandbox.events');
  for (const { body } of events) {
    const { data, type, ...event } = JSON.parse(body) as { type: string; data: { object: { object: Kind } } };
    const [file, name] = types[data.object.object];
    // An event about an upcoming invoice has no such invoice yet.
    expect([type, compareWithStripe(data.object, file, name)]).toEqual([type, []]);
    expect(compareWithStripe({ ...event, data, type }, 'Events', 'EventBase').filter((one) => !/\.(data|type)\b/.test(one))).toEqual([]); // prettier-ignore
  }
  const list = (await read('subscriptions?status=all&expand[]=data.latest_invoice.payments&expand[]=data.default_payment_method&expand[]=data.customer')) as { data: { id: string }[] }; // prettier-ignore
  for (const item of list.data) expect(compareWithStripe(item, 'Subscriptions', 'Subscription')).toEqual([]);
  const invoices = (await read('invoices?limit=100&expand[]=data.payments&expand[]=data.confirmation_secret')) as { data: unknown[] }; // prettier-ignore
  for (const item of invoices.data) expect(compareWithStripe(item, 'Invoices', 'Invoice')).toEqual([]);
  const clock = await stripe.testHelpers.testClocks.retrieve('clock_sandbox');
  expect(compareWithStripe(JSON.parse(JSON.stringify(clock)), 'TestHelpers/TestClocks', 'TestClock')).toEqual([]);
});

it('would notice a field that is missing, wrong, or unknown', () => {
  expect(countRequired('Invoices', 'Invoice')).toBeGreaterThan(60);
  const price = toPublic(sandboxPrices[0]!);
  const { active: _, ...incomplete } = price;
  expect(compareWithStripe(incomplete, 'Prices', 'Price')).toEqual(['Price.active is missing']);
  expect(compareWithStripe({ ...price, created: 'today' }, 'Prices', 'Price')).toEqual([expect.stringContaining('Price.created: "today" is not number')]); // prettier-ignore
  expect(compareWithStripe({ ...price, extra: 1 }, 'Prices', 'Price')).toEqual(['Price.extra is unknown']);
  expect(compareWithStripe({ ...price, recurring: { interval: 'month' } }, 'Prices', 'Price')).toContain('Price.recurring.meter is missing'); // prettier-ignore
});
