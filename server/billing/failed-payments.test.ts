import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Email } from '#server/base/email/email.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { recordEmails } from '#server/test/emails/emails.ts';
import { cards, moveClock, payWith } from '#server/test/people/paying.ts';
import { followFailedRenewals } from './failed-payments.ts';
import { announceRenewals } from './jobs.ts';
import { syncCustomer } from './sync.ts';

let app: TestApp;
let emails: Email[];
beforeEach(async () => {
  await app?.stop();
  app = await testApp({ sandbox: 'quiet' });
  emails = recordEmails(app);
});
afterAll(() => app.stop());

const DAY = 86_400_000;
const formatDay = (at: number) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const isAboutFailure = ({ subject }: Email) => !subject.startsWith('Receipt') && /card|pause/.test(subject);
const listFailureEmails = () => emails.filter(isAboutFailure);

async function subscribe(interval: 'monthly' | 'yearly') {
  const user = await app.signIn();
  const priceId = `price_sandbox_professional_${interval}`;
  const { body } = await app.post('/api/get-or-create-subscription', { priceId }, { token: user.token });
  await payWith(app, body.clientSecret, cards.good);
  const { stripeCustomerId } = await app.deps.db('users').where({ id: user.userId }).first();
  const sync = () => syncCustomer(app.deps, stripeCustomerId as string);
  await sync();
  return { ...user, sync };
}

/** Subscribes, replaces the card with one that fails, and lets the first renewal fail. */
async function failRenewal() {
  const { userId, token, sync } = await subscribe('monthly');
  const [listing] = await app.deps.db('dentists').insert({ name: 'Dr. Ada', userId }).returning('id');
  const { body: portal } = await app.post('/api/create-billing-portal-session', undefined, { token });
  const card = new URLSearchParams({ number: cards.failsLater, expiry: '12/34', cvc: '123' });
  await fetch(`${portal.url}/card`, { method: 'POST', body: card, redirect: 'manual' });
  await moveClock(app, 32);
  await sync();
  const { currentPeriodStart } = await app.deps.db('subscriptions').where({ userId }).first();
  const failedAt = (currentPeriodStart as Date).getTime();
  return {
    userId,
    token,
    sync,
    failedAt,
    hasPaidFeatures: async () => (await app.deps.db('dentists').where({ id: listing.id }).first()).isPaid as boolean,
  };
}

describe('a failed renewal', () => {
  it('keeps paid features for 14 days, with emails on days 0, 3, 7, and 12, and then ends them', async () => {
    const { failedAt, token, hasPaidFeatures, sync } = await failRenewal();
    const emailDays = listFailureEmails().map(() => 0);
    for (let hour = 0; hour < 16 * 24; hour += 6) {
      app.deps.clock.set(new Date(failedAt + hour * 3_600_000 + 60_000));
      await followFailedRenewals(app.deps);
      // A nightly sync finds the same state at the provider, and sends nothing.
      if (hour % 24 === 0) await sync();
      expect([hour, await hasPaidFeatures()]).toEqual([hour, hour < 14 * 24]);
      while (emailDays.length < listFailureEmails().length) emailDays.push(hour / 24);
    }
    expect(emailDays).toEqual([0, 3, 7, 12]);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      status: 'past_due',
      label: 'Payment Due',
    });
    expect((await app.get('/api/auth/me', { token })).body).toMatchObject({
      subscriptionStatus: 'past_due',
      canClaimPractice: false,
    });
  });

  it('names the card, the amount, the dates, and a page where it can be paid', async () => {
    const { failedAt, token } = await failRenewal();
    const [first] = listFailureEmails();
    expect(first!.subject).toBe("We couldn't charge your card for Professional ($60)");
    const text = first!.text.join(' ');
    for (const words of ['$60', 'Visa ending in 0341', formatDay(failedAt), formatDay(failedAt + 14 * DAY)])
      expect(text).toContain(words);
    expect(first!.action!.label).toBe('Pay $60 now');
    expect(await (await fetch(first!.action!.url)).text()).toContain('Pay $60');
    expect((await app.get('/api/auth/me', { token })).body.failedPayment).toEqual({
      plan: 'professional',
      planName: 'Professional',
      cents: 6_000,
      featuresUntil: new Date(failedAt + 14 * DAY).toISOString(),
    });
  });

  it('is over once the invoice is paid from the email, and sends no more reminders', async () => {
    const { token, failedAt, hasPaidFeatures, sync } = await failRenewal();
    const { url } = listFailureEmails()[0]!.action!;
    const pay = async (number: string) => {
      const body = new URLSearchParams({ number, expiry: '12/34', cvc: '123' });
      return (await fetch(`${url}/pay`, { method: 'POST', body })).text();
    };
    expect(await pay(cards.declined)).toContain('declined');
    expect(await pay(cards.good)).toContain('The invoice is paid.');
    await sync();
    app.deps.clock.set(new Date(failedAt + 15 * DAY));
    await followFailedRenewals(app.deps);
    expect(await hasPaidFeatures()).toBe(true);
    expect((await app.get('/api/auth/me', { token })).body).toMatchObject({
      subscriptionStatus: 'active',
      failedPayment: null,
    });
    expect(listFailureEmails()).toHaveLength(1);
    expect((await app.get('/api/billing/subscription', { token })).body).toMatchObject({
      label: 'Renews On',
      card: { last4: '4242' },
    });
  });

  it('sends the latest reminder, and not all that were missed, after an outage', async () => {
    const { failedAt } = await failRenewal();
    app.deps.clock.set(new Date(failedAt + 8 * DAY));
    await followFailedRenewals(app.deps);
    await followFailedRenewals(app.deps);
    expect(listFailureEmails().map(({ subject }) => subject)).toEqual([
      "We couldn't charge your card for Professional ($60)",
      'Please update your card for Professional ($60)',
    ]);
  });

  it('shows staff that the payment is due although the paid features are still on', async () => {
    const { userId } = await failRenewal();
    const admin = await app.signIn({ role: 'admin' });
    const { body } = await app.get(`/api/admin/users/${userId}/billing`, { token: admin.token });
    expect(body.status).toBe('past_due');
  });
});

describe('renewals and receipts', () => {
  it('announces a yearly renewal 30 days before it', async () => {
    const { userId } = await subscribe('yearly');
    const { currentPeriodEnd } = await app.deps.db('subscriptions').where({ userId }).first();
    const countNotices = async (days: number) => {
      app.deps.clock.set(new Date(currentPeriodEnd.getTime() - days * DAY));
      await announceRenewals(app.deps);
      return emails.filter(({ subject }) => subject.startsWith('Your Professional plan renews on')).length;
    };
    expect([await countNotices(31), await countNotices(30), await countNotices(7)]).toEqual([0, 1, 1]);
  });

  it('states card, period, and next renewal on a receipt', async () => {
    await subscribe('monthly');
    const receipt = emails.find(({ subject }) => subject.startsWith('Receipt'))!.text.join('\n');
    expect(receipt).toContain('Card: Visa ending in 4242');
    const [, start, end, renews] = /Period: (.+) to (.+)\n[^]*Next renewal: (.+)/.exec(receipt)!;
    expect(new Date(end!).getTime() - new Date(start!).getTime()).toBeGreaterThan(27 * DAY);
    expect(renews).toBe(end);
  });
});
