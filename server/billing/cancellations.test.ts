import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPlanPrices } from '#contract/billing/plan-prices.ts';
import { readConfig } from '#server/base/config.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, moveClock, payWith } from '#server/test/people/paying.ts';
import { toStoredSubscription } from './state.ts';
import { syncCustomer } from './sync.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
});
afterAll(() => app.stop());

const MONTHLY = 'price_sandbox_professional_monthly';

/** Subscribes like a customer of one billing mode. Older subscriptions keep classic billing. */
async function subscribe(mode: 'classic' | 'flexible') {
  const { stripe } = app.deps.payments!;
  const { token, userId } = await app.signIn();
  const { body } = await app.post('/api/get-or-create-subscription', { priceId: MONTHLY }, { token });
  const { stripeCustomerId: customerId } = await app.deps.db('users').where({ id: userId }).first();
  let { clientSecret, subscriptionId } = body as { clientSecret: string; subscriptionId: string };
  if (mode === 'classic') {
    await stripe.subscriptions.cancel(subscriptionId);
    const classic = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: MONTHLY }],
      billing_mode: { type: 'classic' },
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = classic.latest_invoice as { confirmation_secret?: { client_secret: string } };
    clientSecret = invoice.confirmation_secret!.client_secret;
    subscriptionId = classic.id;
  }
  await payWith(app, clientSecret, cards.good);
  await syncCustomer(app.deps, customerId);
  expect((await stripe.subscriptions.retrieve(subscriptionId)).billing_mode.type).toBe(mode);
  return { token, customerId: customerId as string, subscriptionId };
}
const readSubscription = async (token: string) => (await app.get('/api/billing/subscription', { token })).body;
async function pressInPortal(token: string, action: string) {
  const { body } = await app.post('/api/create-billing-portal-session', undefined, { token });
  expect((await fetch(`${body.url}/${action}`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  await app.post('/api/billing/refresh', undefined, { token });
}

describe.each(['classic', 'flexible'] as const)('a subscription with %s billing', (mode) => {
  it('shows a cancellation in the portal, and resumes it for good', async () => {
    const { stripe } = app.deps.payments!;
    const { token, customerId, subscriptionId } = await subscribe(mode);
    await pressInPortal(token, 'cancel');
    const canceled = await stripe.subscriptions.retrieve(subscriptionId);
    expect([canceled.cancel_at_period_end, canceled.cancel_at]).toEqual([
      mode === 'classic',
      canceled.items.data[0]!.current_period_end,
    ]);
    expect(await readSubscription(token)).toMatchObject({ label: 'Ends On', canResume: true, canCancel: false });

    expect((await app.post('/api/billing/resume', undefined, { token })).status).toBe(200);
    const resumed = await stripe.subscriptions.retrieve(subscriptionId);
    expect([resumed.cancel_at_period_end, resumed.cancel_at]).toEqual([false, null]);
    expect(await readSubscription(token)).toMatchObject({ label: 'Renews On', canResume: false, canCancel: true });
    await moveClock(app, 40);
    await syncCustomer(app.deps, customerId);
    expect(await readSubscription(token)).toMatchObject({ status: 'active', label: 'Renews On' });
  });

  it('ends on the date of a cancellation, ours or the portal’s', async () => {
    const { stripe } = app.deps.payments!;
    const [ours, theirs] = [await subscribe(mode), await subscribe(mode)];
    await app.post('/api/billing/cancel', undefined, { token: ours.token });
    await pressInPortal(theirs.token, 'cancel');
    expect(await readSubscription(ours.token)).toMatchObject({ label: 'Ends On', canResume: true });
    await moveClock(app, 40);
    for (const { token, customerId, subscriptionId } of [ours, theirs]) {
      expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled');
      await syncCustomer(app.deps, customerId);
      expect(await readSubscription(token)).toMatchObject({ status: 'canceled', label: 'Expired On' });
    }
  });

  it('resumes our own cancellation and one with both marks', async () => {
    const { stripe } = app.deps.payments!;
    const { token, customerId, subscriptionId } = await subscribe(mode);
    await app.post('/api/billing/cancel', undefined, { token });
    await app.post('/api/billing/resume', undefined, { token });
    expect((await stripe.subscriptions.retrieve(subscriptionId)).cancel_at).toBeNull();
    await stripe.subscriptions.update(subscriptionId, { cancel_at: 'max_period_end' });
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    await syncCustomer(app.deps, customerId);
    expect((await app.post('/api/billing/resume', undefined, { token })).body).toMatchObject({ label: 'Renews On' });
    const { cancel_at: at, cancel_at_period_end: atEnd } = await stripe.subscriptions.retrieve(subscriptionId);
    expect([at, atEnd]).toEqual([null, false]);
    expect((await app.post('/api/billing/resume', undefined, { token })).body.error).toBe('nothing_to_resume');
  });
});

describe('the sandbox', () => {
  it('starts with flexible billing, and refuses an unknown mode or two kinds of cancellation at once', async () => {
    const { stripe } = app.deps.payments!;
    const customer = (await stripe.customers.create({ email: 'mode@example.com' })).id;
    const items = [{ price: MONTHLY }];
    const subscription = await stripe.subscriptions.create({ customer, items, payment_behavior: 'default_incomplete' });
    expect(subscription.billing_mode).toMatchObject({
      type: 'flexible',
      flexible: { proration_discounts: 'included' },
    });
    await expect(
      stripe.subscriptions.create({ customer, items, billing_mode: { type: 'modern' as 'flexible' } }),
    ).rejects.toThrow('billing_mode[type]');
    await expect(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false, cancel_at: '' }),
    ).rejects.toThrow('Please pass in only one.');
  });

  it('reads a cancellation with only cancel_at_period_end', async () => {
    const { stripe } = app.deps.payments!;
    const { subscriptionId } = await subscribe('flexible');
    const subscription = await stripe.subscriptions.retrieve(subscriptionId);
    const config = readConfig({ NODE_ENV: 'test' });
    const stored = toStoredSubscription(
      { config, settings: { planPrices: noPlanPrices } },
      { ...subscription, cancel_at_period_end: true, cancel_at: null },
      1,
    );
    expect(stored!.cancelAt!.getTime() / 1000).toBe(subscription.items.data[0]!.current_period_end);
  });
});

it('changes the plan once for five clicks at the same time', async () => {
  const { stripe } = app.deps.payments!;
  const { token, customerId } = await subscribe('flexible');
  const change = (priceId: string) => app.post('/api/billing/plan-change', { priceId }, { token });
  const priceId = 'price_sandbox_pro_max_monthly';
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => change(priceId)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const invoices = async () => (await stripe.invoices.list({ customer: customerId, limit: 100 })).data;
  expect((await invoices()).map(({ total }) => total > 0)).toEqual([true, true]);
  expect((await change(priceId)).body.error).toBe('same_price');
  // Two different choices at once: each is made, one after the other.
  await Promise.all([change(MONTHLY), change('price_sandbox_pro_max_yearly')]);
  expect((await invoices()).filter(({ total }) => total === 0)).toEqual([]);
});

it('creates a customer again that was deleted at Stripe', async () => {
  const { stripe } = app.deps.payments!;
  const { token, userId } = await app.signIn({ name: 'Ana Silva' });
  const begin = () => app.post('/api/get-or-create-subscription', { priceId: MONTHLY }, { token });
  await begin();
  const customerOf = async () => (await app.deps.db('users').where({ id: userId }).first()).stripeCustomerId as string;
  const first = await customerOf();
  await stripe.customers.del(first);
  const answers = await Promise.all([begin(), begin(), begin()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.subscriptionId)).size).toBe(1);
  const second = await customerOf();
  expect(second).not.toBe(first);
  expect(await stripe.customers.retrieve(second)).toMatchObject({
    name: 'Ana Silva',
    metadata: { user_id: String(userId) },
  });
  await payWith(app, answers[0]!.body.clientSecret, cards.good);
  await syncCustomer(app.deps, second);
  await syncCustomer(app.deps, first);
  expect(await readSubscription(token)).toMatchObject({ plan: 'professional', status: 'active' });
});
