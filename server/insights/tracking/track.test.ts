import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { closeQuietSessions } from './queries-track.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let app: TestApp;
let dentistId: number;
beforeAll(async () => {
  app = await testApp({
    env: { LIMIT_TRACK: '120/60', TRUST_PROXY: '1', GEO_COUNTRY_HEADER: 'cf-ipcountry', GEO_CITY_HEADER: 'cf-ipcity' },
  });
  const [row] = (await app.deps.db('dentists').insert({ name: 'Dr. Ada Quill', state: 'OR' }).returning('id')) as [
    { id: number },
  ];
  dentistId = row.id;
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.deps.clock.advance(3_700_000);
  for (const table of ['userEvents', 'pageViews', 'searchAnalytics', 'conversionEvents', 'userSessions'])
    await app.deps.db(table).delete();
});

const begin = async (headers: Record<string, string> = {}, body?: object): Promise<string> =>
  (await app.post('/api/analytics/session', body, { headers: { 'user-agent': CHROME, ...headers } })).body.sessionId;
const tell = (sessionId: string, body: unknown, headers: Record<string, string> = {}, token?: string) =>
  app.post('/api/analytics/track', body, {
    token,
    headers: { 'user-agent': CHROME, 'x-session-id': sessionId, ...headers },
  });
const convert = (sessionId: string, body: unknown) =>
  app.post('/api/analytics/conversion', body, { headers: { 'user-agent': CHROME, 'x-session-id': sessionId } });
const all = (table: string) => app.deps.db(table).orderBy('id');
const counts = async () => {
  const [row] = await rows<Record<string, number>>(
    app.deps.db,
    `select (select count(*) from user_sessions) as s, (select count(*) from user_events) as e, (select count(*) from page_views) as p,
       (select count(*) from search_analytics) as q, (select count(*) from conversion_events) as c`,
  );
  return Object.values(row!);
};

describe('a visit', () => {
  it('starts with the data of the request, truncated to the region', async () => {
    const sessionId = await begin(
      { 'x-forwarded-for': '203.0.113.77', 'cf-ipcountry': 'US', 'cf-ipcity': 'Portland' },
      {
        referrer: 'https://search.example/q?secret=1',
        utmSource: 'mail',
        utmCampaign: 'spring',
        ipAddress: '9.9.9.9',
        userId: 1,
      },
    );
    expect(await all('userSessions')).toMatchObject([
      {
        sessionId,
        userId: null,
        ipAddress: '203.0.113.0',
        referrer: 'https://search.example',
        utmSource: 'mail',
        utmCampaign: 'spring',
        deviceType: 'desktop',
        browserName: 'Chrome',
        operatingSystem: 'Windows',
        countryCode: 'US',
        cityName: 'Portland',
        pageViews: 0,
        isActive: true,
      },
    ]);
  });

  it('accepts single events as documented', async () => {
    const sessionId = await begin();
    expect(
      (
        await tell(sessionId, {
          eventType: 'page_view',
          eventName: 'page_view',
          pagePath: '/directory?name=secret#x',
          pageTitle: 'Directory',
        })
      ).body,
    ).toEqual({ ok: true, accepted: 1 });
    await tell(sessionId, {
      eventType: 'search',
      eventName: 'search_initiated',
      searchQuery: 'Portland',
      searchType: 'location_only',
      variant: 'hero',
    });
    await tell(sessionId, { eventType: 'search', eventName: 'search', searchQuery: 'Portland', searchResults: 12 });
    await tell(sessionId, { eventType: 'click', eventName: 'dentist_click', dentistId, clickPosition: 3 });
    await convert(sessionId, { eventType: 'dentist_click', value: 1, dentistId });
    await tell(sessionId, { eventType: 'contact', eventName: 'contact_attempt', dentistId, contactType: 'call' });
    await convert(sessionId, { eventType: 'contact_attempt', value: 10, dentistId });
    await tell(sessionId, {
      eventType: 'subscription',
      eventName: 'subscription',
      planType: 'professional',
      value: 60,
    });

    expect(await all('pageViews')).toMatchObject([{ sessionId, pagePath: '/directory', pageTitle: 'Directory' }]);
    expect(await all('searchAnalytics')).toMatchObject([
      {
        sessionId,
        searchQuery: 'Portland',
        searchType: 'general',
        resultsCount: 12,
        clickedResultId: dentistId,
        clickPosition: 3,
      },
    ]);
    expect(
      (await all('userEvents')).map(({ eventType, eventName, dentistId: of, metadata }) => ({
        eventType,
        eventName,
        of,
        metadata,
      })),
    ).toEqual([
      { eventType: 'page_view', eventName: 'page_view', of: null, metadata: { pageTitle: 'Directory' } },
      {
        eventType: 'search',
        eventName: 'search_initiated',
        of: null,
        metadata: { searchType: 'location_only', variant: 'hero' },
      },
      { eventType: 'search', eventName: 'search', of: null, metadata: null },
      {
        eventType: 'click',
        eventName: 'dentist_click',
        of: dentistId,
        metadata: { clickPosition: 3, source: 'search_results' },
      },
      { eventType: 'contact', eventName: 'contact_attempt', of: dentistId, metadata: { contactType: 'phone' } },
      {
        eventType: 'subscription',
        eventName: 'subscription',
        of: null,
        metadata: { planType: 'professional', value: 60 },
      },
    ]);
    expect(
      (await all('conversionEvents')).map(({ eventType, value, dentistId: of }) => [eventType, value, of]),
    ).toEqual([
      ['dentist_click', 1, dentistId],
      ['contact_attempt', 10, dentistId],
    ]);
  });

  it('has the real time on each page and one exit page', async () => {
    const { clock } = app.deps;
    const sessionId = await begin();
    const view = (viewId: number, pagePath: string) =>
      tell(sessionId, { events: [{ eventType: 'page_view', pagePath, viewId }] });
    await view(11, '/');
    clock.advance(20_000);
    await tell(sessionId, { leaves: [{ viewId: 11, seconds: 12 }] });
    expect((await all('pageViews')).map((one) => [one.timeOnPage, one.exitPage])).toEqual([[12, true]]);
    await view(12, '/directory');
    await view(12, '/directory');
    clock.advance(30_000);
    await tell(sessionId, { events: [{ eventType: 'page_view', pagePath: '/about' }] });
    clock.advance(5_000);
    await tell(sessionId, { events: [{ eventType: 'contact', dentistId, contactType: 'website' }] });
    clock.advance(3_600_000);
    expect(await closeQuietSessions(app.deps.db, clock.now())).toBe(1);
    expect((await all('pageViews')).map((one) => [one.pagePath, one.timeOnPage, one.exitPage])).toEqual([
      ['/', 12, false],
      ['/directory', 30, false],
      ['/about', 5, true],
    ]);
    expect(await all('userSessions')).toMatchObject([{ pageViews: 3, duration: 55, isActive: false }]);
  });

  it('belongs to the signed-in user, whatever user id is sent', async () => {
    const [me, other] = [await app.signIn(), await app.signIn()];
    const sessionId = await begin();
    await tell(sessionId, { eventType: 'page_view', pagePath: '/', userId: other.userId });
    await tell(sessionId, { eventType: 'page_view', pagePath: '/about', userId: other.userId }, {}, me.token);
    expect((await all('userEvents')).map((one) => one.userId)).toEqual([null, me.userId]);
    expect((await all('userSessions')).map((one) => one.userId)).toEqual([me.userId]);
  });
});

describe('one search', () => {
  const searches = async () =>
    (await all('searchAnalytics')).map(({ searchQuery, resultsCount }) => [searchQuery, resultsCount]);
  const start = (searchQuery?: string) => ({ eventType: 'search', eventName: 'search_initiated', searchQuery });
  const results = (searchQuery: string, searchResults: number) => ({ eventType: 'search', searchQuery, searchResults });

  it('counts when it starts, and once when its results follow', async () => {
    const sessionId = await begin();
    await tell(sessionId, start('Portland'));
    expect(await searches()).toEqual([['Portland', null]]);
    await tell(sessionId, results('Portland', 12));
    await tell(sessionId, { events: [start('Veneers'), results('Ada, Veneers', 3)] });
    await tell(sessionId, results('Salem', 4));
    await tell(sessionId, start('Salem'));
    expect(await searches()).toEqual([
      ['Portland', 12],
      ['Ada, Veneers', 3],
      ['Salem', 4],
    ]);
  });

  it('is not mixed up with another search, a repeated search, or another visit', async () => {
    const [one, two] = [await begin(), await begin()];
    await tell(one, start('Portland'));
    await tell(two, results('Portland', 12));
    await tell(one, results('Salem', 4));
    await tell(one, results('Salem', 4));
    await tell(one, start());
    await tell(one, start('Bend'));
    app.deps.clock.advance(61_000);
    await tell(one, results('Bend', 9));
    expect(await searches()).toEqual([
      ['Portland', null],
      ['Portland', 12],
      ['Salem', 4],
      ['Salem', 4],
      [null, null],
      ['Bend', null],
      ['Bend', 9],
    ]);
  });
});

describe('a view of a profile', () => {
  const path = '/oregon/salem/dentist/dr-ada-quill';
  beforeAll(() => app.deps.db('dentists').where({ id: dentistId }).update({ city: 'Salem' }));
  const profileViews = async () =>
    (await all('userEvents')).filter(({ eventType }) => eventType === 'profile_view').map((one) => one.dentistId);
  const pageView = (pagePath: string) => ({ eventType: 'page_view', pagePath });

  it('counts when only its page view is sent, at either address', async () => {
    await tell(await begin(), pageView(`/profile/${dentistId}`));
    await tell(await begin(), pageView(`${path}?from=search`));
    await tell(await begin(), { ...pageView('/anything'), dentistId });
    expect(await profileViews()).toEqual([dentistId, dentistId, dentistId]);
  });

  it.each([['in one request'], ['in two requests']])('counts once when both events arrive %s', async (requests) => {
    const events = [pageView(path), { eventType: 'profile_view', dentistId }];
    const sessionId = await begin();
    if (requests === 'in one request') await tell(sessionId, { events });
    else for (const event of events) await tell(sessionId, event);
    expect(await profileViews()).toEqual([dentistId]);
    app.deps.clock.advance(31_000);
    await tell(sessionId, pageView(path));
    expect(await profileViews()).toEqual([dentistId, dentistId]);
  });

  it('does not count for other pages and unknown listings', async () => {
    const sessionId = await begin();
    for (const other of [
      '/',
      '/directory',
      '/profile/999999999',
      '/profile/x',
      '/oregon/salem/dentist/nobody',
      '/a/b/c/d',
    ])
      await tell(sessionId, pageView(other));
    expect([await profileViews(), (await all('pageViews')).length]).toEqual([[], 6]);
  });
});

describe('refused or ignored requests', () => {
  it('ignores values sent by the client', async () => {
    const sessionId = await begin();
    await convert(sessionId, { eventType: 'contact_attempt', value: 1e9, dentistId });
    await tell(sessionId, { eventType: 'subscription', planType: 'professional', value: 1e9 });
    expect((await all('conversionEvents')).map((one) => one.value)).toEqual([10]);
    expect((await all('userEvents')).map((one) => one.metadata)).toEqual([{ planType: 'professional' }]);
  });

  it('stores nothing for unknown visits, old visits, unknown listings, and malformed events', async () => {
    const sessionId = await begin();
    const before = await counts();
    for (const bad of [randomUUID(), 'nonsense', '', "' or 1=1"]) {
      const answer = await tell(bad, { eventType: 'page_view', pagePath: '/' });
      expect([answer.status, answer.body.error]).toEqual([404, 'unknown_session']);
    }
    expect((await tell(sessionId, {})).status).toBe(400);
    expect((await tell(sessionId, { eventType: 'Robert"); drop' })).status).toBe(400);
    expect((await tell(sessionId, { eventType: 'contact', dentistId, contactType: 'telepathy' })).status).toBe(400);
    expect((await convert(sessionId, { eventType: 'jackpot', dentistId })).status).toBe(400);
    await convert(sessionId, { eventType: 'contact', dentistId: 2_000_000_000 });
    await tell(sessionId, { eventType: 'contact', dentistId: 2_000_000_000, contactType: 'phone' });
    expect(await counts()).toEqual(before);
    app.deps.clock.advance(86_400_001);
    expect((await tell(sessionId, { eventType: 'page_view', pagePath: '/' })).status).toBe(404);
    expect(await counts()).toEqual(before);
  });

  it('refuses bodies over 16 KB and more than 120 events per minute', async () => {
    const sessionId = await begin();
    expect(
      (await tell(sessionId, { eventType: 'page_view', pagePath: '/', elementText: 'x'.repeat(17_000) })).status,
    ).toBe(413);
    expect((await all('userEvents')).length).toBe(0);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => tell(sessionId, { eventType: 'page_view', pagePath: '/' })),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(429)]).toEqual([120, 80]);
    expect((await all('userEvents')).length).toBe(120);
    const another = await begin();
    const batch = { events: Array.from({ length: 50 }, () => ({ eventType: 'page_view', pagePath: '/' })) };
    const batches = [];
    for (let i = 0; i < 4; i++) batches.push((await tell(another, batch)).status);
    expect(batches).toEqual([200, 200, 429, 429]);
  });

  it('does not track bots and visitors who asked not to be tracked', async () => {
    const sessionId = await begin();
    const before = await counts();
    for (const headers of [
      { 'sec-gpc': '1' },
      { dnt: '1' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    ] as Record<string, string>[]) {
      expect((await app.post('/api/analytics/session', undefined, { headers })).body).toEqual({ sessionId: null });
      expect((await tell(sessionId, { eventType: 'page_view', pagePath: '/' }, headers)).body).toEqual({
        ok: true,
        accepted: 0,
      });
    }
    expect(await counts()).toEqual(before);
  });
});
