import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paid } from '#server/test/people/owners.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sealDays } from './seal-days.ts';

const NOW = '2026-03-20T17:00:00Z';
const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: NOW });
});
afterAll(() => app.stop());

const proMax = { subscriptionPlan: 'pro_max', subscriptionStatus: 'active' };
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY);
const home = async (token: string) => (await app.get('/api/user/home', { token })).body;
async function addListing(userId: number): Promise<number> {
  const [row] = await app.deps.db('dentists').insert({ name: 'Dr. Iris Long', userId }).returning('id');
  return row.id;
}
async function insert(days: number, values: object, userId: number | null = null): Promise<void> {
  const sessionId = randomUUID();
  await app.deps.db('userSessions').insert({ sessionId, userId, startTime: daysAgo(days) });
  await app.deps.db('userEvents').insert({ sessionId, userId, timestamp: daysAgo(days), ...values });
}
const show = (days: number, shown: number[], sponsored: number[] = [], userId: number | null = null) =>
  insert(days, { eventType: 'results', metadata: { shown, sponsored } }, userId);

describe('the figure “shown in search”', () => {
  it('counts whole days once per visitor and hour, and compares only what was counted', async () => {
    const owner = await app.signIn(paid);
    const max = await app.signIn(proMax);
    const [mine, other] = [await addListing(owner.userId), await addListing(max.userId)];
    expect((await home(owner.token)).shown).toBeNull();

    const { sessionId } = (await app.post('/api/analytics/session', {})).body;
    const headers = { 'x-session-id': sessionId };
    const page = { eventType: 'results', shown: [mine, other, 2_000_000_000], sponsored: [other] };
    // The same page twice in an hour is one.
    for (const _ of [1, 2])
      expect((await app.post('/api/analytics/track', { events: [page] }, { headers })).status).toBe(200);
    expect((await home(owner.token)).shown).toBeNull();
    await show(2, [mine]);
    await show(2, [mine], [], owner.userId);
    await insert(2, {
      eventType: 'click',
      dentistId: other,
      metadata: { variant: 'sponsored', source: 'search_results' },
    });
    await insert(2, { eventType: 'click', dentistId: other, metadata: { source: 'search_results' } });
    app.deps.clock.advance(DAY);
    await sealDays(app.deps);

    const since = '2026-03-18';
    expect((await home(owner.token)).shown).toEqual({ now: 2, before: null, since, sponsored: null });
    expect((await home(max.token)).shown).toEqual({ now: 1, before: null, since, sponsored: { shown: 1, clicks: 1 } });
    const insights = await app.get(`/api/user/dentists/${mine}/insights`, { token: owner.token });
    expect(insights.body.shown).toMatchObject({ now: 2, before: null, since });
    // Counted for one period, but not for both.
    app.deps.clock.advance(35 * DAY);
    await sealDays(app.deps);
    expect((await home(owner.token)).shown).toEqual({ now: 0, before: null, since: null, sponsored: null });
    app.deps.clock.advance(24 * DAY);
    expect((await home(owner.token)).shown).toEqual({ now: 0, before: 1, since: null, sponsored: null });
  });

  it('refuses a page with more listings than a page has', async () => {
    const { sessionId } = (await app.post('/api/analytics/session', {})).body;
    const body = { eventType: 'results', shown: Array.from({ length: 31 }, (_, n) => n + 1) };
    const answer = await app.post('/api/analytics/track', body, { headers: { 'x-session-id': sessionId } });
    expect([answer.status, answer.body.fields]).toEqual([400, { shown: 'A page of results has at most 30 listings.' }]);
  });
});
