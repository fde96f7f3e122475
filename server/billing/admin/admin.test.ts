import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, moveClock, payWith } from '#server/test/people/paying.ts';
import { syncCustomer } from '../sync.ts';
import { endGivenPlans } from './given-plans.ts';

const PRO = 'price_sandbox_professional_monthly';
const DAY = 86_400_000;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

async function subscribe() {
  const user = await app.signIn();
  const { body } = await app.post('/api/get-or-create-subscription', { priceId: PRO }, { token: user.token });
  await payWith(app, body.clientSecret, cards.good);
  await app.post('/api/confirm-payment', { subscriptionId: body.subscriptionId }, { token: user.token });
  const { stripeCustomerId } = await app.deps.db('users').where({ id: user.userId }).first();
  return { ...user, customerId: stripeCustomerId as string, subscriptionId: body.subscriptionId as string };
}
const open = async (userId: number) => (await app.get(`/api/admin/users/${userId}/billing`, { token })).body;
const act = (userId: number, action: string, body: object) =>
  app.post(`/api/admin/users/${userId}/billing/${action}`, { reason: 'Asked by phone.', ...body }, { token });
const stateOf = async (userId: number) => {
  const { subscriptionPlan, subscriptionStatus } = await app.deps.db('users').where({ id: userId }).first();
  return `${subscriptionStatus}_${subscriptionPlan}`;
};
const auditsOf = async (userId: number) =>
  (await app.deps
    .db('auditLog')
    .where({ subject: 'user', subjectId: String(userId) })
    .orderBy('id')
    .select('action', 'note')) as { action: string; note: string }[];
const inDays = (days: number) => new Date(app.deps.clock.now().getTime() + days * DAY).toISOString();

describe('billing of an account, for staff', () => {
  it('shows the plan, the invoices, and what Stripe says', async () => {
    const { userId, subscriptionId } = await subscribe();
    expect(await open(userId)).toMatchObject({
      planName: 'Professional',
      status: 'active',
      isGiven: false,
      canCancel: true,
      canExtend: true,
      canGive: false,
      provider: { status: 'active', isInSync: true, url: null },
      providerError: null,
      invoices: [{ status: 'paid', paidCents: 6_000, refundedCents: 0 }],
    });
    await app.deps.payments!.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    expect((await open(userId)).provider).toMatchObject({ isInSync: false });
    expect((await act(userId, 'sync', {})).body).toMatchObject({ provider: { isInSync: true } });
  });

  it('shows an account that never paid', async () => {
    const { userId } = await app.signIn();
    expect(await open(userId)).toMatchObject({ plan: 'free', provider: null, providerError: null, invoices: [] });
    expect((await app.get('/api/admin/users/99999999/billing', { token })).status).toBe(404);
  });

  it('refunds in part, then the rest, and nothing more', async () => {
    const { userId } = await subscribe();
    const [invoice] = (await open(userId)).invoices;
    const refund = (cents: number, refundedCents: number) =>
      act(userId, 'refund', { invoiceId: invoice.id, cents, refundedCents });
    expect((await refund(6_001, 0)).body).toMatchObject({ error: 'not_refundable' });
    expect((await refund(2_500, 0)).body.invoices).toMatchObject([{ refundedCents: 2_500 }]);
    // A second click with the first form
    expect((await refund(2_500, 0)).body).toMatchObject({ error: 'refund_changed' });
    expect((await refund(3_500, 2_500)).body.invoices).toMatchObject([{ refundedCents: 6_000 }]);
    expect((await refund(1, 6_000)).body).toMatchObject({ error: 'not_refundable' });
    expect(await auditsOf(userId)).toMatchObject([
      { action: 'billing.refunded', note: expect.stringMatching(/^Refunded \$25 of invoice .* Asked by phone\.$/) },
      { action: 'billing.refunded' },
    ]);
  });

  it('refunds once if two people press at the same moment', async () => {
    const { userId } = await subscribe();
    const [invoice] = (await open(userId)).invoices;
    const refund = () => act(userId, 'refund', { invoiceId: invoice.id, cents: 1_000, refundedCents: 0 });
    await Promise.all([refund(), refund()]);
    expect((await open(userId)).invoices).toMatchObject([{ refundedCents: 1_000 }]);
  });

  it("refuses to refund another account's invoice", async () => {
    const [payer, other] = [await subscribe(), await app.signIn()];
    const [invoice] = (await open(payer.userId)).invoices;
    const answer = await act(other.userId, 'refund', { invoiceId: invoice.id, cents: 100, refundedCents: 0 });
    expect(answer.status).toBe(404);
    expect((await open(payer.userId)).invoices).toMatchObject([{ refundedCents: 0 }]);
  });

  it('cancels at the end of the period, and then now', async () => {
    const { userId } = await subscribe();
    const later = (await act(userId, 'cancel', { when: 'period_end' })).body;
    expect(later.cancelAt).not.toBeNull();
    expect(await stateOf(userId)).toBe('active_professional');
    expect((await act(userId, 'cancel', { when: 'period_end' })).body).toMatchObject({ error: 'nothing_to_cancel' });
    expect((await act(userId, 'cancel', { when: 'now' })).status).toBe(200);
    expect(await stateOf(userId)).toBe('canceled_professional');
    expect((await act(userId, 'cancel', { when: 'now' })).body).toMatchObject({ error: 'nothing_to_cancel' });
  });

  it('postpones the next charge', async () => {
    const { userId, customerId } = await subscribe();
    expect((await act(userId, 'extend', { until: inDays(1) })).body).toMatchObject({
      fields: { until: 'Please choose a later date, at most two years from now.' },
    });
    expect((await act(userId, 'extend', { until: inDays(90) })).body).toMatchObject({ status: 'trial' });
    const paid = async () =>
      (await open(userId)).invoices.reduce((sum: number, { paidCents }: { paidCents: number }) => sum + paidCents, 0);
    await moveClock(app, 60);
    await syncCustomer(app.deps, customerId);
    expect(await paid()).toBe(6_000);
    await moveClock(app, 31);
    await syncCustomer(app.deps, customerId);
    expect(await paid()).toBe(12_000);
    expect(await stateOf(userId)).toBe('active_professional');
  });

  it('gives a plan until a date, keeps it despite an old subscription, and ends it', async () => {
    const { userId, token: own, customerId } = await subscribe();
    const gift = { plan: 'pro_max', until: inDays(30) };
    expect((await act(userId, 'give', gift)).body).toMatchObject({ error: 'subscription_running' });
    await act(userId, 'cancel', { when: 'now' });
    expect((await act(userId, 'give', gift)).body).toMatchObject({ planName: 'Pro Max', isGiven: true });
    await syncCustomer(app.deps, customerId);
    expect(await stateOf(userId)).toBe('active_pro_max');
    expect((await app.get('/api/auth/me', { token: own })).body.canClaimPractice).toBe(true);
    const startedAt = app.deps.clock.now();
    await endGivenPlans(app.deps);
    expect(await stateOf(userId)).toBe('active_pro_max');
    app.deps.clock.set(new Date(startedAt.getTime() + 31 * DAY));
    await endGivenPlans(app.deps);
    app.deps.clock.set(startedAt);
    expect(await stateOf(userId)).toBe('inactive_free');
    expect((await auditsOf(userId)).map(({ action }) => action)).toEqual([
      'billing.canceled',
      'billing.given',
      'billing.given_ended',
    ]);
  });

  it('ends a given plan early, and refuses to end one that was paid for', async () => {
    const { userId } = await app.signIn();
    expect((await act(userId, 'give', { plan: null })).body).toMatchObject({ error: 'nothing_given' });
    expect((await act(userId, 'give', { plan: 'professional' })).status).toBe(400);
    await act(userId, 'give', { plan: 'professional', until: inDays(5) });
    expect((await act(userId, 'give', { plan: null })).body).toMatchObject({ plan: 'free', isGiven: false });
  });

  it('asks for a reason, and refuses everyone but staff', async () => {
    const { userId, token: own } = await subscribe();
    expect((await act(userId, 'cancel', { when: 'now', reason: ' ' })).status).toBe(400);
    expect((await app.get(`/api/admin/users/${userId}/billing`, { token: own })).status).toBe(403);
    expect(await stateOf(userId)).toBe('active_professional');
  });

  it('still answers if Stripe does not', async () => {
    const { userId } = await subscribe();
    const { payments } = app.deps;
    app.deps.payments = null as never;
    expect(await open(userId)).toMatchObject({
      provider: null,
      providerError: expect.stringContaining("aren't available"),
      invoices: [{ status: 'paid' }],
    });
    app.deps.payments = payments!;
  });
});
