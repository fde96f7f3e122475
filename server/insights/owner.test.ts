import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { paid } from '#server/test/people/owners.ts';
import { sealDays } from './days/seal-days.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import { lastMonths } from './monthly-email.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-02-02T15:00:00Z' });
});
afterAll(() => app.stop());

const daysAgo = (days: number) => new Date(app.deps.clock.now().getTime() - days * DAY);

async function addListing(userId: number | null, values: object = {}): Promise<number> {
  const [row] = await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Iris Long', userId, ...values })
    .returning('id');
  return row.id;
}
/** Searches by new visitors that end with a click on the listing. */
async function search(dentistId: number, visits: number, values: object, userId: number | null = null) {
  for (let n = 0; n < visits; n++) {
    const sessionId = randomUUID();
    await app.deps.db('userSessions').insert({ sessionId, userId, startTime: daysAgo(3) });
    await app.deps.db('searchAnalytics').insert({
      sessionId,
      clickedResultId: dentistId,
      resultsCount: 3,
      timestamp: daysAgo(3),
      ...values,
    });
  }
}
async function act(dentistId: number, at: Date, eventType: 'profile_view' | 'contact' = 'profile_view') {
  await app.deps.db('userEvents').insert({
    sessionId: randomUUID(),
    dentistId,
    eventType,
    metadata: eventType === 'contact' ? { contactType: 'phone' } : null,
    timestamp: at,
  });
}
const insights = async (id: number, token: string) =>
  (await app.get(`/api/user/dentists/${id}/insights`, { token })).body;

describe('searches that led to a listing', () => {
  it('are counted by term and by place, without rare ones and without those of the owner', async () => {
    const { token, userId } = await app.signIn(paid);
    const id = await addListing(userId);
    await search(id, 5, { searchQuery: 'Veneers, Austin, TX', searchType: 'location_and_service' });
    await search(id, 2, { searchQuery: ' veneers , Dallas, TX', searchType: 'location_and_service' });
    await search(id, 4, { searchQuery: 'austin, tx', searchType: 'location_only' });
    await search(id, 4, { searchQuery: 'Pia Patient', searchType: 'general' });
    await search(id, 9, { searchQuery: 'Dr. Long', searchType: 'general' }, userId);
    await search(id, 6, { searchQuery: 'implants', searchType: 'service_only', timestamp: daysAgo(31) });
    await search(await addListing(null), 6, { searchQuery: 'crowns', searchType: 'service_only' });
    expect((await insights(id, token)).searches).toEqual({
      visits: 15,
      terms: [{ key: 'veneers', n: 5 }],
      places: [{ key: 'austin, tx', n: 9 }],
      fewestVisits: 5,
    });
  });
});

describe('the comparison with similar practices', () => {
  it('is the average of the others in the city, from five others on', async () => {
    const { db } = app.deps;
    const { token, userId } = await app.signIn(paid);
    const city = await db('cities').first('id', 'name');
    const [type, otherType] = await db('practiceTypes').orderBy('id').limit(2).pluck('id');
    const place = { cityId: city.id, city: 'Austin', state: 'TX', practiceTypeId: type };
    const mine = await addListing(userId, place);
    const others: number[] = [];
    for (let n = 0; n < 4; n++) others.push(await addListing(null, place));
    await addListing(null, { ...place, practiceTypeId: otherType });
    await addListing(null, { ...place, deletedAt: daysAgo(1) });
    // A trigger derives the city from the address, and this test needs all of them in one.
    await db('dentists')
      .where({ practiceTypeId: type })
      .whereIn('id', [mine, ...others])
      .update({ cityId: city.id });
    expect((await insights(mine, token)).similar).toBeNull();
    others.push(await addListing(null, place));
    for (const [listing, views] of [
      [others[0]!, 6],
      [others[4]!, 1],
      [mine, 3],
    ] as const)
      for (let n = 0; n < views; n++) await act(listing, daysAgo(n));
    await act(others[1]!, daysAgo(1), 'contact');
    expect((await insights(mine, token)).similar).toMatchObject({
      practices: 5,
      city: 'Austin',
      views: 1.4,
      calls: 0.2,
    });
    await sealDays(app.deps);
    expect((await insights(mine, token)).similar).toMatchObject({ views: 1.4, calls: 0.2 });
    await app.deps.db('insightSeals').delete();
  });
});

describe('the CSV file of insights', () => {
  it('has the days, the searches, and the places, for the owner alone', async () => {
    const { token, userId } = await app.signIn(paid);
    const id = await addListing(userId);
    await act(id, daysAgo(0));
    await search(id, 5, { searchQuery: '=cmd', searchType: 'general' });
    const path = `/api/user/dentists/${id}/insights/export`;
    const { text, headers } = await app.get(path, { token });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="insights-${id}-2026-02-02.csv"`);
    expect(text).toContain('Day,Profile views,Calls,Directions,Website clicks,Appointment requests');
    expect(text).toContain('2026-02-02,1,0,0,0,0');
    expect(text).toContain("'=cmd,5");
    const stranger = await app.signIn(paid);
    expect((await app.get(path, { token: stranger.token })).status).toBe(404);
  });
});

it('shows an owner the published reviews of each month, with their mean', async () => {
  const owner = await app.signIn(paid);
  const dentistId = await addListing(owner.userId);
  const now = app.deps.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const review = { dentistId, status: 'published', visitMonth: '2025-01-01', body: 'They explained every step.', authorName: 'Patient', language: 'en' }; // prettier-ignore
  const at = (days: number) => ({ writtenAt: daysAgo(days), sentAt: daysAgo(days), changedAt: daysAgo(days), publishedAt: daysAgo(days) }); // prettier-ignore
  await app.deps.db('reviews').insert([
    { ...review, ...at(0), stars: 5 },
    { ...review, ...at(0), stars: 2 },
    { ...review, ...at(0), stars: 1, status: 'refused', reason: 'copied' },
    { ...review, ...at(0), stars: 1, source: 'imported', verifiedBy: null },
    { ...review, ...at(40), stars: 4 },
    { ...review, ...at(400), stars: 1 },
  ]);
  const { body } = await app.get(`/api/user/dentists/${dentistId}/insights`, { token: owner.token });
  expect(body.reviews).toEqual([
    { month: dayOf(daysAgo(40)).slice(0, 7), count: 1, average: 4 },
    { month: dayOf(now).slice(0, 7), count: 2, average: 3.5 },
  ]);
  const { text } = await app.get(`/api/user/dentists/${dentistId}/insights/export`, { token: owner.token });
  expect(text).toContain('Reviews by month');
});

describe('the monthly email', () => {
  const readEmails = async (to: string) => {
    const jobs = await app.deps.db('jobs').where({ name: 'mail' }).orderBy('id');
    return jobs
      .map(({ payload }) => JSON.parse(app.deps.secret.open('mail', payload.sealed)))
      .filter((email) => email.to === to);
  };
  const run = async () => {
    const { enqueueMonthlyInsights, sendMonthlyInsights } = await import('./monthly-email.ts');
    await enqueueMonthlyInsights(app.deps);
    for (const { payload } of await app.deps.db('jobs').where({ name: sendMonthlyInsights.name }))
      await sendMonthlyInsights.handle(payload, app.deps);
  };

  it('covers whole months in New York', () => {
    expect(lastMonths(new Date('2026-03-02T15:00:00Z'))).toEqual({
      period: { from: '2026-02-01', to: '2026-02-28' },
      previous: { from: '2026-01-01', to: '2026-01-31' },
    });
    // Still January in New York.
    expect(lastMonths(new Date('2026-02-01T03:00:00Z')).period.from).toBe('2025-12-01');
  });

  it('says how each practice did, once a month, until the reader turns it off', async () => {
    const owner = await app.signIn({ ...paid, name: 'Iris Long' });
    const free = await app.signIn({ name: 'Free Person' });
    const id = await addListing(owner.userId, { name: 'Silva Dental' });
    await addListing(free.userId);
    for (const day of ['2026-01-05', '2026-01-31']) await act(id, new Date(`${day}T20:00:00Z`), 'contact');
    await act(id, new Date('2025-12-31T20:00:00Z'), 'contact');
    await act(id, new Date('2026-02-01T20:00:00Z'), 'contact');
    await run();
    await run();
    const [email, ...more] = await readEmails(owner.email);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      subject: 'Silva Dental in January',
      action: { url: `${app.url}/dashboard/listings/${id}/insights` },
    });
    expect(email.text[0]).toContain('2 calls, 1 more than in December');
    expect(email.text[0]).toContain('No profile views');
    expect(await readEmails(free.email)).toEqual([]);

    const token = new URL(email.unsubscribe).searchParams.get('token');
    const forged = String(token).replace(/\d+/, String(free.userId));
    expect((await app.post('/api/notifications/unsubscribe', { token: forged })).status).toBe(400);
    expect((await app.post('/api/notifications/unsubscribe', { token })).body).toEqual({
      ok: true,
      kind: 'monthlyInsights',
    });
    const settings = { token: owner.token };
    expect((await app.get('/api/user/notifications', settings)).body).toEqual({
      monthlyInsights: false,
      appointmentRequests: true,
      reviews: true,
      weeklyReviews: true,
      confirmations: true,
    });
    app.deps.clock.advance(28 * DAY);
    await run();
    expect(await readEmails(owner.email)).toHaveLength(1);
    const on = await app.call('PUT', '/api/user/notifications', { ...settings, body: { monthlyInsights: true } });
    expect(on.body).toMatchObject({ monthlyInsights: true });
    await run();
    expect((await readEmails(owner.email)).at(-1).subject).toBe('Silva Dental in February');
  });
});
