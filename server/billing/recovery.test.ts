import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, moveClock, payWith } from '#server/test/people/paying.ts';
import { enqueueTransferFee } from './billing.ts';
import { subscribeSampleAccounts } from './sample.ts';
import { announceRenewals, reconcile } from './jobs.ts';
import { syncCustomer } from './sync.ts';

/** The sandbox delivers no webhooks in these tests. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
});
afterAll(() => app.stop());

const PRO = 'price_sandbox_professional_monthly';
const state = async (userId: number) => {
  const { subscriptionPlan, subscriptionStatus } = await app.deps.db('users').where({ id: userId }).first();
  return `${subscriptionStatus}_${subscriptionPlan}`;
};
async function paidUnseen() {
  const user = await app.signIn();
  const { body } = await app.post('/api/get-or-create-subscription', { priceId: PRO }, { token: user.token });
  await payWith(app, body.clientSecret, cards.good);
  const { stripeCustomerId } = await app.deps.db('users').where({ id: user.userId }).first();
  return { ...user, customerId: stripeCustomerId as string, subscriptionId: body.subscriptionId as string };
}
/** Advances the clock until all pending jobs are due. */
const makeDue = () => app.deps.clock.advance(60_000);
const waitingFor = async (name: string) =>
  (await app.deps.db('jobs').where({ name }).select('runAt')) as { runAt: Date }[];
const subjects = async (to: string) => {
  const outbox = join(app.deps.config.DATA_DIR, 'outbox');
  const all = await Promise.all(
    (await readdir(outbox).catch(() => [])).map((file) => readFile(join(outbox, file), 'utf8')),
  );
  return all.filter((text) => text.includes(`To: ${to}`)).map((text) => /^Subject: (.*)$/m.exec(text)![1]!);
};

describe('recovery', () => {
  it('delivers pending events when the webhook is back', async () => {
    const { userId, customerId } = await paidUnseen();
    await app.deps.db('jobs').delete();
    const events = async () => (await app.deps.db('stripeEvents').where({ customerId })).length;
    expect(await events()).toBe(0);
    app.sandbox!.deliverTo('http://127.0.0.1:9/nobody');
    await new Promise((done) => setTimeout(done, 300));
    app.sandbox!.deliverTo(`${app.url}/api/stripe/webhook`);
    await expect.poll(events, { timeout: 15_000 }).toBeGreaterThan(8);
    // A sync is skipped while another event enqueues the same one.
    await expect.poll(async () => (await app.jobs(), state(userId)), { timeout: 15_000 }).toBe('active_professional');
    app.sandbox!.deliverTo('http://127.0.0.1:9/nobody');
  });

  it('keeps syncing an open checkout, but not a finished one', async () => {
    const { token, userId } = await app.signIn();
    const { body } = await app.post('/api/get-or-create-subscription', { priceId: PRO }, { token });
    const watching = async () => (await waitingFor('billing.watch')).length;
    makeDue();
    await app.jobs();
    expect(await watching()).toBe(1);
    await payWith(app, body.clientSecret, cards.good);
    makeDue();
    await app.jobs();
    expect([await watching(), await state(userId)]).toEqual([0, 'active_professional']);
  });

  it('syncs all customers nightly, and deletes old records', async () => {
    const one = await paidUnseen();
    const two = await paidUnseen();
    await app.deps.db('jobs').delete();
    const old = { customerId: 'cus_old', description: 'x', status: 'paid', currency: 'usd', cents: 1 };
    await app.deps.db('transactions').insert([
      { ...old, invoiceId: 'in_old', createdAt: '2019-01-14T00:00:00Z' },
      { ...old, invoiceId: 'in_kept', createdAt: '2019-01-16T00:00:00Z' },
    ]);
    await reconcile(app.deps);
    makeDue();
    await app.jobs();
    expect([await state(one.userId), await state(two.userId)]).toEqual(['active_professional', 'active_professional']);
    expect(await app.deps.db('transactions').where({ customerId: 'cus_old' }).select('invoiceId')).toEqual([
      { invoiceId: 'in_kept' },
    ]);
  });

  it('never overwrites a newer sync with an older one', async () => {
    const { userId, customerId, subscriptionId } = await paidUnseen();
    const { stripe } = app.deps.payments!;
    const slow = { ...app.deps };
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    slow.payments = {
      ...app.deps.payments!,
      stripe: {
        subscriptions: {
          list: async (params: object) => {
            const seen = await stripe.subscriptions.list(params);
            await held;
            return seen;
          },
        },
        invoices: stripe.invoices,
        charges: stripe.charges,
      } as unknown as typeof stripe,
    };
    const older = syncCustomer(slow, customerId);
    await new Promise((done) => setTimeout(done, 100));
    await stripe.subscriptions.cancel(subscriptionId);
    await syncCustomer(app.deps, customerId);
    expect(await state(userId)).toBe('canceled_professional');
    answer();
    await older;
    expect(await state(userId)).toBe('canceled_professional');
  });
});

describe('emails and records', () => {
  it('announces a renewal once, seven days before, unless it is canceled', async () => {
    const { userId, customerId, email } = await paidUnseen();
    const leaver = await paidUnseen();
    await syncCustomer(app.deps, customerId);
    await app.deps.payments!.stripe.subscriptions.update(leaver.subscriptionId, { cancel_at_period_end: true });
    await syncCustomer(app.deps, leaver.customerId);
    const announce = async () => {
      await announceRenewals(app.deps);
      await app.jobs();
      return (await subjects(email)).filter((subject) => subject.includes('renews on'));
    };
    const { currentPeriodEnd } = await app.deps.db('subscriptions').where({ userId }).first();
    const begin = app.deps.clock.now();
    app.deps.clock.set(new Date(currentPeriodEnd.getTime() - 7 * 86_400_000 - 60_000));
    expect(await announce()).toEqual([]);
    app.deps.clock.set(new Date(currentPeriodEnd.getTime() - 7 * 86_400_000));
    expect(await announce()).toHaveLength(1);
    app.deps.clock.advance(86_400_000);
    expect(await announce()).toHaveLength(1);
    expect((await subjects(leaver.email)).filter((subject) => subject.includes('renews on'))).toEqual([]);
    app.deps.clock.set(begin);
  });

  it('keeps transactions without the deleted user, who is not charged again', async () => {
    const { userId, customerId, subscriptionId } = await paidUnseen();
    await syncCustomer(app.deps, customerId);
    await app.deps.db.transaction((trx) => eraseAccount(trx, app.deps.secret, userId, app.deps.clock.now()));
    await app.jobs();
    expect((await app.deps.payments!.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled');
    const kept = await app.deps.db('transactions').where({ customerId });
    expect(kept).toMatchObject([{ userId: null, cents: 6_000, status: 'paid' }]);
  });

  it('shows a refund on the invoice', async () => {
    const { customerId, token } = await paidUnseen();
    const { stripe } = app.deps.payments!;
    const [charge] = (await stripe.charges.list({ customer: customerId })).data;
    await stripe.refunds.create({ payment_intent: charge!.payment_intent as string });
    await syncCustomer(app.deps, customerId);
    expect((await app.get('/api/billing/invoices', { token })).body).toMatchObject([
      { status: 'refunded', cents: 6_000 },
    ]);
  });

  it('bills an ownership transfer once, on the next invoice or a separate one', async () => {
    const payer = await paidUnseen();
    const add = async (userId: number) => {
      for (const _ of [1, 2])
        await app.deps.db.transaction((trx) =>
          enqueueTransferFee(trx, { userId, listing: 'Bright Smiles', reference: 'listing-7' }),
        );
      await app.jobs();
    };
    await add(payer.userId);
    await moveClock(app, 31);
    await syncCustomer(app.deps, payer.customerId);
    const renewed = (await app.get('/api/billing/invoices', { token: payer.token })).body;
    expect(renewed.map(({ cents }: { cents: number }) => cents)).toEqual([8_500, 6_000]);
    const free = await app.signIn();
    await add(free.userId);
    expect((await app.get('/api/billing/invoices', { token: free.token })).body).toMatchObject([
      { cents: 2_500, description: 'Ownership transfer: Bright Smiles', status: 'open' },
    ]);
  });

  it('keeps a plan granted by staff, and does not sell it again', async () => {
    const { token, userId } = await app.signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active' });
    expect((await app.post('/api/create-billing-portal-session', undefined, { token })).status).toBe(200);
    const { stripeCustomerId } = await app.deps.db('users').where({ id: userId }).first();
    await syncCustomer(app.deps, stripeCustomerId);
    expect(await state(userId)).toBe('active_enterprise');
    expect((await app.post('/api/get-or-create-subscription', { priceId: PRO }, { token })).status).toBe(409);
  });

  it('subscribes a sample account once in the sandbox', async () => {
    const owner = await app.signIn({
      email: 'owner@example.com',
      subscriptionPlan: 'pro_max',
      subscriptionStatus: 'active',
    });
    await subscribeSampleAccounts(app.deps);
    await subscribeSampleAccounts(app.deps);
    expect((await app.get('/api/billing/subscription', { token: owner.token })).body).toMatchObject({
      plan: 'pro_max',
      label: 'Renews On',
      canCancel: true,
      card: { last4: '4242' },
    });
    expect((await app.get('/api/billing/invoices', { token: owner.token })).body).toHaveLength(1);
  });

  it('shows a trial as a trial, and renews it', async () => {
    const { userId, token, email, customerId, subscriptionId } = await paidUnseen();
    const { stripe } = app.deps.payments!;
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(subscriptionId);
    await stripe.subscriptions.cancel(subscriptionId);
    await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: PRO }],
      trial_period_days: 14,
      default_payment_method: method as string,
    });
    await syncCustomer(app.deps, customerId);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      label: 'Trial Ends On',
      status: 'trial',
    });
    expect((await app.get('/api/auth/me', { token })).body.canClaimPractice).toBe(true);
    // The end of a trial is announced seven days before the charge.
    const { trialEnd } = await app.deps.db('subscriptions').where({ userId, status: 'trialing' }).first();
    const begin = app.deps.clock.now();
    app.deps.clock.set(new Date(trialEnd.getTime() - 7 * 86_400_000));
    await announceRenewals(app.deps);
    await announceRenewals(app.deps);
    await app.jobs();
    expect(
      (await subjects(email)).filter((subject) => subject.startsWith('Your trial of Professional ends on')),
    ).toHaveLength(1);
    app.deps.clock.set(begin);
    await moveClock(app, 15);
    await syncCustomer(app.deps, customerId);
    expect(await state(userId)).toBe('active_professional');
  });
});
