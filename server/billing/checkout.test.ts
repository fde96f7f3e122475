import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testApp, type TestApp } from '#server/test/app.ts';
import { answerBank, cards, moveClock, payWith, settle } from '#server/test/people/paying.ts';

// Some tests simulate months, with all their events.
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'delivering' });
});
afterAll(() => app.stop());

const PRO_YEARLY = 'price_sandbox_professional_yearly';
const PRO_MONTHLY = 'price_sandbox_professional_monthly';
const MAX_MONTHLY = 'price_sandbox_pro_max_monthly';
const me = async (token: string) => (await app.get('/api/auth/me', { token })).body;
const begin = (token: string, priceId = PRO_YEARLY, planName?: string) =>
  app.post('/api/get-or-create-subscription', { priceId, ...(planName ? { planName } : {}) }, { token });
async function subscribed(priceId = PRO_MONTHLY) {
  const user = await app.signIn();
  const { body } = await begin(user.token, priceId);
  await payWith(app, body.clientSecret, cards.good);
  await settle(app);
  return { ...user, subscriptionId: body.subscriptionId as string };
}
const mails = async (to: string) => {
  const outbox = join(app.deps.config.DATA_DIR, 'outbox');
  const all = await Promise.all(
    (await readdir(outbox).catch(() => [])).map((file) => readFile(join(outbox, file), 'utf8')),
  );
  return all.filter((text) => text.includes(`To: ${to}`)).map((text) => /^Subject: (.*)$/m.exec(text)![1]!);
};

describe('checkout', () => {
  it('turns a price into a paid plan', async () => {
    const { token, email } = await app.signIn();
    const { status, body } = await begin(token, PRO_YEARLY, 'Professional');
    expect([status, body.existing, body.status]).toEqual([200, false, 'incomplete']);
    expect(body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    expect((await me(token)).subscriptionStatus).toBe('inactive');
    const paid = await payWith(app, body.clientSecret, cards.good);
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
    const confirmed = await app.post(
      '/api/confirm-payment',
      { subscriptionId: body.subscriptionId, planName: 'Professional' },
      { token },
    );
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { success: true, status: 'active', plan: 'professional' },
    ]);
    const after = await me(token);
    expect([after.subscriptionPlan, after.subscriptionStatus]).toEqual(['professional', 'active']);
    expect(after.subscriptionExpiresAt.slice(0, 10)).toBe('2027-01-15');
    await settle(app);
    expect(await mails(email)).toEqual(['Receipt for your payment of $600']);
    const invoices = await app.get('/api/billing/invoices', { token });
    expect(invoices.body).toMatchObject([{ status: 'paid', cents: 60_000, description: 'Enamel Professional' }]);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      label: 'Renews On',
      planName: 'Professional',
      interval: 'yearly',
      cents: 60_000,
      card: { brand: 'visa', last4: '4242' },
      canCancel: true,
    });
  });

  it('reports an existing plan, and never creates a second subscription', async () => {
    const { token } = await subscribed();
    const again = await begin(token, PRO_MONTHLY);
    expect(again.body).toMatchObject({ existing: true, status: 'active', clientSecret: null });
    // The yearly price is the same plan. The interval lets the page offer a change.
    expect((await begin(token, PRO_YEARLY)).body).toMatchObject({
      existing: true,
      status: 'active',
      interval: 'monthly',
    });
    const other = await begin(token, MAX_MONTHLY);
    expect([other.status, other.body.error]).toEqual([409, 'other_plan']);
  });

  it('lets the customer try another card after a decline', async () => {
    const { token, email } = await app.signIn();
    const { body } = await begin(token);
    const refused = await payWith(app, body.clientSecret, cards.declined);
    expect([refused.status, refused.body.error!.code, refused.body.error!.message]).toEqual([
      402,
      'card_declined',
      'Your card was declined.',
    ]);
    await settle(app);
    expect(await me(token)).toMatchObject({ subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
    expect(await mails(email)).toEqual([]);
    const again = await begin(token);
    expect(again.body).toMatchObject({ subscriptionId: body.subscriptionId, clientSecret: body.clientSecret });
    expect((await payWith(app, again.body.clientSecret, cards.good)).status).toBe(200);
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('active');
  });

  it('supports bank verification that fails or succeeds', async () => {
    const { token } = await app.signIn();
    const { body } = await begin(token);
    const asked = await payWith(app, body.clientSecret, cards.asksBank);
    expect(asked.body.status).toBe('requires_action');
    expect((await answerBank(app, body.clientSecret, false)).status).toBe(402);
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('inactive');
    await payWith(app, body.clientSecret, cards.asksBank);
    expect((await answerBank(app, body.clientSecret, true)).body.status).toBe('succeeded');
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('active');
  });

  it('creates one subscription for repeated clicks and a changed choice', async () => {
    const { token } = await app.signIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => begin(token, PRO_MONTHLY)));
    expect(new Set(answers.map(({ body }) => body.subscriptionId)).size).toBe(1);
    const changed = await begin(token, MAX_MONTHLY);
    expect(changed.body.subscriptionId).not.toBe(answers[0]!.body.subscriptionId);
    expect((await payWith(app, answers[0]!.body.clientSecret, cards.good)).status).toBe(400);
    await payWith(app, changed.body.clientSecret, cards.good);
    await settle(app);
    expect(await me(token)).toMatchObject({ subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
  });
});

describe('checkout rejects', () => {
  it('unknown prices, expired discounts, contradictions, and other customers’ subscriptions', async () => {
    const { token } = await app.signIn();
    const other = await subscribed();
    const before = await me(token);
    const refused = async (response: Promise<{ status: number; body: { error: string } }>) => {
      const { status, body } = await response;
      return [status, body.error];
    };
    expect(await refused(begin(token, 'price_sandbox_other_product'))).toEqual([400, 'unknown_price']);
    expect(await refused(begin(token, 'price_sandbox_professional_launch_monthly'))).toEqual([400, 'launch_ended']);
    expect(await refused(begin(token, PRO_YEARLY, 'Pro Max'))).toEqual([400, 'plan_contradicts']);
    expect(await refused(begin(token, PRO_YEARLY, 'gold'))).toEqual([400, 'plan_contradicts']);
    expect(await refused(begin(token, ''))).toEqual([400, 'bad_request']);
    const confirm = (subscriptionId: string, planName = 'Professional') =>
      app.post('/api/confirm-payment', { subscriptionId, planName }, { token });
    expect(await refused(confirm(other.subscriptionId))).toEqual([404, 'not_found']);
    expect(await refused(confirm('sub_nothing'))).toEqual([404, 'not_found']);
    expect(await refused(confirm('../customers'))).toEqual([404, 'not_found']);
    expect(await me(token)).toEqual(before);
    const own = await app.post(
      '/api/confirm-payment',
      { subscriptionId: other.subscriptionId, planName: 'pro_max' },
      { token: other.token },
    );
    expect([own.status, own.body.error]).toEqual([400, 'plan_contradicts']);
    expect((await app.post('/api/get-or-create-subscription', { priceId: PRO_YEARLY })).status).toBe(401);
    expect((await app.post('/api/create-billing-portal-session', undefined, { token })).status).toBe(409);
  });

  it('a paid subscription to another product', async () => {
    const user = await subscribed();
    const { stripe } = app.deps.payments!;
    const customer = (await app.deps.db('users').where({ id: user.userId }).first()).stripeCustomerId as string;
    await stripe.subscriptions.cancel(user.subscriptionId);
    await stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_sandbox_other_product' }],
      default_payment_method: (
        (await stripe.subscriptions.retrieve(user.subscriptionId)) as { default_payment_method: string }
      ).default_payment_method,
    });
    await settle(app);
    expect((await me(user.token)).subscriptionStatus).toBe('canceled');
    expect((await app.get('/api/billing/invoices', { token: user.token })).body).toHaveLength(1);
  });
});

describe('the lifecycle of a plan', () => {
  // Must run first, because later tests move the provider's clock ahead of ours.
  it('charges the difference for a plan change, or changes nothing', async () => {
    const { token, email, subscriptionId } = await subscribed();
    const { body: sum } = await app.get(`/api/billing/plan-change?priceId=${MAX_MONTHLY}`, { token });
    expect(sum).toMatchObject({ plan: 'pro_max', creditCents: 0, dueNowCents: 12_300 - 6_000 });
    app.deps.clock.advance(60_000);
    const changed = await app.post('/api/billing/plan-change', { priceId: MAX_MONTHLY, at: sum.at }, { token });
    expect(changed.body).toMatchObject({ plan: 'pro_max', status: 'active', cents: 12_300 });
    expect(await app.deps.db('subscriptionPrices').where({ subscriptionId }).orderBy('since').pluck('cents')).toEqual([
      6_000, 12_300,
    ]);
    const invoices = await app.get('/api/billing/invoices', { token });
    expect(invoices.body[0]).toMatchObject({ cents: 6_300, status: 'paid' });
    expect((await app.post('/api/billing/plan-change', { priceId: MAX_MONTHLY }, { token })).status).toBe(409);
    const { body: back } = await app.get(`/api/billing/plan-change?priceId=${PRO_YEARLY}`, { token });
    expect(back).toMatchObject({ interval: 'yearly', dueNowCents: 60_000 - 12_300 });

    const { body: portal } = await app.post('/api/create-billing-portal-session', undefined, { token });
    await fetch(`${portal.url}/card`, {
      method: 'POST',
      body: new URLSearchParams({ number: cards.failsLater, expiry: '12/34', cvc: '123' }),
      redirect: 'manual',
    });
    const refused = await app.post('/api/billing/plan-change', { priceId: PRO_YEARLY }, { token });
    expect([refused.status, refused.body.message]).toEqual([402, 'Your card was declined.']);
    await settle(app);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      plan: 'pro_max',
      interval: 'monthly',
    });
    await settle(app);
    expect((await mails(email)).filter((subject) => subject.startsWith('Your plan is now'))).toEqual([
      'Your plan is now Pro Max',
    ]);
  });

  it('cancels at the end of the period, resumes, and ends', async () => {
    const { token, email } = await subscribed();
    const cancelled = await app.post('/api/billing/cancel', undefined, { token });
    expect(cancelled.body).toMatchObject({ label: 'Ends On', cancelling: true, status: 'active', canCancel: false });
    expect((await app.post('/api/billing/resume', undefined, { token })).body).toMatchObject({ label: 'Renews On' });
    expect((await app.post('/api/billing/resume', undefined, { token })).status).toBe(409);
    await app.post('/api/billing/cancel', undefined, { token });
    expect((await me(token)).subscriptionStatus).toBe('active');
    await moveClock(app, 32);
    await settle(app);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      status: 'canceled',
      label: 'Expired On',
      plan: 'professional',
    });
    expect((await app.post('/api/billing/cancel', undefined, { token })).status).toBe(409);
    const subjects = await mails(email);
    expect(subjects.filter((subject) => subject.includes('plan ends on'))).toHaveLength(2);
    expect(subjects.filter((subject) => subject.includes('has ended'))).toEqual([]);
    expect(subjects.filter((subject) => subject.includes('will continue'))).toHaveLength(1);
    // Former customers can subscribe again.
    const again = await begin(token, PRO_MONTHLY);
    await payWith(app, again.body.clientSecret, cards.good);
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('active');
  });

  it('renews, fails to renew, and is paid in the portal', async () => {
    const { token, email, userId } = await subscribed();
    const [listing] = await app.deps.db('dentists').insert({ name: 'Dr. Ada', userId }).returning('id');
    const paid = async () => (await app.deps.db('dentists').where({ id: listing.id }).first()).isPaid as boolean;
    expect(await paid()).toBe(true);
    await moveClock(app, 31);
    await settle(app);
    expect((await mails(email)).filter((subject) => subject.startsWith('Receipt'))).toHaveLength(2);
    const { body: portal } = await app.post('/api/create-billing-portal-session', undefined, { token });
    const visit = (action: string, fields: Record<string, string>) =>
      fetch(`${portal.url}/${action}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect(await (await fetch(portal.url)).text()).toContain('Professional (monthly)');
    await visit('card', { number: cards.failsLater, expiry: '12/34', cvc: '123' });
    await moveClock(app, 31);
    await settle(app);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      status: 'past_due',
      label: 'Payment Due',
    });
    // Paid features stay on for 14 days.
    expect(await paid()).toBe(true);
    expect(
      (await mails(email)).filter((subject) => subject === "We couldn't charge your card for Professional ($60)"),
    ).toHaveLength(1);
    const owed = (await app.get('/api/billing/invoices', { token })).body[0];
    expect(owed.status).toBe('failed');
    const due = await begin(token, PRO_MONTHLY);
    expect(due.body).toMatchObject({ existing: true, status: 'past_due' });
    expect((await payWith(app, due.body.clientSecret, cards.good)).body.status).toBe('succeeded');
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('active');
    expect(await paid()).toBe(true);
  });

  it('ends after the last failed charge', async () => {
    const { token, email } = await subscribed();
    const { body: portal } = await app.post('/api/create-billing-portal-session', undefined, { token });
    await fetch(`${portal.url}/card`, {
      method: 'POST',
      body: new URLSearchParams({ number: cards.failsLater, expiry: '12/34', cvc: '123' }),
      redirect: 'manual',
    });
    await moveClock(app, 60);
    await settle(app);
    expect((await me(token)).subscriptionStatus).toBe('canceled');
    expect((await mails(email)).at(-1) ?? '').not.toBe('');
    expect((await mails(email)).filter((subject) => subject.includes('has ended'))).toHaveLength(1);
  });

  it('changes from monthly to yearly on the same subscription', async () => {
    const { token, userId, subscriptionId } = await subscribed();
    const { body: sum } = await app.get(`/api/billing/plan-change?priceId=${PRO_YEARLY}`, { token });
    expect(sum).toMatchObject({ plan: 'professional', interval: 'yearly', dueNowCents: 60_000 - 6_000 });
    const changed = await app.post('/api/billing/plan-change', { priceId: PRO_YEARLY, at: sum.at }, { token });
    expect(changed.body).toMatchObject({ plan: 'professional', interval: 'yearly', cents: 60_000, label: 'Renews On' });
    expect(changed.body.date.slice(0, 10)).toBe(sum.nextDate.slice(0, 10));
    expect((await app.get('/api/billing/invoices', { token })).body[0]).toMatchObject({
      cents: 54_000,
      status: 'paid',
    });
    expect(await app.deps.db('subscriptions').where({ userId })).toMatchObject([{ id: subscriptionId }]);
    expect((await begin(token, PRO_YEARLY)).body).toMatchObject({ existing: true, interval: 'yearly' });
  });
});
