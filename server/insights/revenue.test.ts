import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf, listDays } from '#shared/insights/report-zone.ts';
import { storeSubscription, type NewSubscription } from '#server/billing/queries.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

const NOW = '2026-01-20T17:00:00Z';
const TODAY = '2026-01-20';
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp({ now: NOW });
  ({ token } = await app.signIn({ role: 'admin' }));
  await app.deps.db('billingCustomers').insert({ id: 'cus_1', createdAt: NOW });
});
afterAll(() => app.stop());

const get = async (path: string) => {
  const answer = await app.get(path, { token });
  expect(answer.status).toBe(200);
  return answer.body;
};
const subscription = (id: string, extra: Partial<NewSubscription>): NewSubscription => ({
  id,
  customerId: 'cus_1',
  userId: null,
  priceId: 'p',
  plan: 'professional',
  interval: 'monthly',
  launch: false,
  cents: 6_000,
  quantity: 1,
  itemId: null,
  status: 'active',
  currentPeriodStart: new Date(NOW),
  currentPeriodEnd: new Date(NOW),
  trialEnd: null,
  cancelAt: null,
  canceledAt: null,
  endedAt: null,
  startedAt: new Date('2025-11-01T12:00:00Z'),
  cardBrand: null,
  cardLast4: null,
  ...extra,
});
const store = (one: NewSubscription, at = NOW) =>
  app.deps.db.transaction((trx) => storeSubscription(trx, one, new Date(at)));

it('counts revenue, churn, and payments', async () => {
  const { db } = app.deps;
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  for (const one of [
    subscription('a', {}),
    subscription('b', { interval: 'yearly', cents: 60_000, startedAt: at('2026-01-10') }),
    subscription('c', { status: 'canceled', endedAt: at('2026-01-12') }),
    // Canceled during its trial, never started, and still in its trial: none of these count.
    subscription('d', {
      status: 'canceled',
      startedAt: at('2026-01-02'),
      trialEnd: at('2026-01-09'),
      endedAt: at('2026-01-08'),
    }),
    subscription('e', { status: 'incomplete', startedAt: at('2026-01-02') }),
    subscription('f', { status: 'trialing', startedAt: at('2026-01-15'), trialEnd: at('2026-02-15') }),
  ])
    await store(one);
  const paid = { customerId: 'cus_1', description: 'x', status: 'paid', currency: 'usd', cents: 6_000 };
  await db('transactions').insert([
    { ...paid, invoiceId: '1', paidCents: 6_000, createdAt: NOW, paidAt: '2026-01-10T12:00:00Z' },
    {
      ...paid,
      invoiceId: '2',
      paidCents: 6_000,
      refundedCents: 1_000,
      createdAt: NOW,
      paidAt: '2026-01-11T12:00:00Z',
    },
    { ...paid, invoiceId: '3', paidCents: 6_000, createdAt: NOW, paidAt: '2025-11-30T12:00:00Z' },
  ]);
  const revenue = await get('/api/admin/analytics/revenue');
  expect(revenue).toMatchObject({
    mrrCents: 11_000,
    mrrCentsBefore: 12_000,
    newSubscriptions: 1,
    lostSubscriptions: 1,
    subscriptionsAtStart: 2,
    churn: 0.5,
    churnBefore: 0,
    paidCents: 11_000,
    paidCentsBefore: 6_000,
  });
  const on = Object.fromEntries(revenue.days.map((row: { day: string; mrrCents: number }) => [row.day, row.mrrCents]));
  expect([on['2026-01-09'], on['2026-01-10'], on['2026-01-12'], on[TODAY]]).toEqual([12_000, 17_000, 11_000, 11_000]);
});

it('counts each day at its price on that day, to the cent', async () => {
  const { db } = app.deps;
  await db('subscriptions').delete();
  /** A seeded generator, so every run has the same numbers. */
  let state = 5;
  const below = (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  const offers = [
    ['professional', 'monthly', 6_000],
    ['professional', 'yearly', 60_000],
    ['pro_max', 'monthly', 12_300],
    ['pro_max', 'yearly', 123_000],
  ] as const;
  const from = addDays(TODAY, -119);
  const minute = (n: number) => new Date(Date.parse(`${from}T05:00:00Z`) + n * 60_000);
  const all: { starts: Date; ends: Date | null; prices: { since: Date; monthly: number }[] }[] = [];
  for (let n = 0; n < 80; n++) {
    const began = below(110 * 1_440);
    const trial = below(3) ? null : minute(began + 7 * 1_440);
    const ends = below(3) ? null : minute(began + 1_440 + below(60 * 1_440));
    const history = [{ at: began, offer: below(4) }];
    for (let change = below(4); change > 0; change--)
      history.push({ at: history.at(-1)!.at + 1 + below(20 * 1_440), offer: below(4) });
    for (const { at, offer } of history) {
      if (ends && minute(at) >= ends) break;
      const [plan, interval, cents] = offers[offer]!;
      const one = { startedAt: minute(began), trialEnd: trial, plan, interval, cents };
      // Synced twice; the second sync changes nothing.
      for (const later of [0, 30]) await store(subscription(`s${n}`, one), minute(at + later / 60).toISOString());
      if (ends)
        await db('subscriptions')
          .where({ id: `s${n}` })
          .update({ endedAt: ends, status: 'canceled' });
    }
    const starts = trial ?? minute(began);
    if (ends && ends <= starts) continue;
    all.push({
      starts,
      ends,
      prices: history.map(({ at, offer }) => ({
        since: minute(at),
        monthly: offers[offer]![2] / (offers[offer]![1] === 'yearly' ? 12 : 1),
      })),
    });
  }
  /** The subscriptions that are active at the end of a day, with their price on that day. */
  const mrrOn = (day: string): number =>
    Math.round(
      all.reduce((sum, { starts, ends, prices }) => {
        if (dayOf(starts) > day || (ends && dayOf(ends) <= day)) return sum;
        return sum + (prices.findLast(({ since }) => dayOf(since) <= day) ?? prices[0]!).monthly;
      }, 0),
    );
  const revenue = await get(`/api/admin/analytics/revenue?from=${from}&to=${TODAY}`);
  const days = revenue.days as { day: string; mrrCents: number; newCents: number; lostCents: number }[];
  expect(days.map(({ day, mrrCents }) => [day, mrrCents])).toEqual(
    listDays(from, TODAY).map((day) => [day, mrrOn(day)]),
  );
  const upTo = days.reduce((sum, { newCents, lostCents }) => sum + newCents - lostCents, 0);
  expect(Math.abs(upTo - revenue.mrrCents)).toBeLessThan(days.length);
  expect(revenue.newSubscriptions).toBe(all.length);
  expect(revenue.lostSubscriptions).toBe(all.filter(({ ends }) => ends && dayOf(ends) <= TODAY).length);
  const [changes] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (select from subscription_prices group by subscription_id having count(*) > 1) x`,
  );
  expect(changes!.n).toBeGreaterThan(20);
});
