import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { serveSites, type ServedSite } from '#server/test/doubles/website-servers.ts';
import { importText } from '#server/test/files/bulk.ts';
import { makeWebsite } from '#server/test/files/practice-websites.ts';
import { formatListings, makePeople } from '#server/test/files/source-world.ts';
import { addWebsites } from './queries-websites.ts';
import { acceptSuggestions } from './suggestions.ts';
import { visitAll, visitNext } from './visit-websites.ts';

let app: TestApp;
let token: string;
let owner: { token: string; userId: number };
let served: ServedSite[];
let stop: () => void;
const people = makePeople(30);
const sites = people.map(makeWebsite);
const ids = new Map<number, number>();
const rules = { allowLoopback: true, pauseMs: 0, timeoutMs: 1_000 };
/** Listings of the owner, which staff don't change. */
const claimed = [2, 3];

type Row = Record<string, unknown> & { id: number; name: string };
const listing = async (n: number) => (await app.deps.db('dentists').where({ id: ids.get(n) }).first()) as Row & { fieldSources: Record<string, { via?: string; source: string; name?: string }> }; // prettier-ignore
const everything = async () => (await app.get('/api/admin/export-csv', { token })).text;
const list = async (query = '') => (await app.get(`/api/admin/sources/website/suggestions${query}`, { token })).body as { topics: { topic: string; open: number; forOwners: number }[]; websites: Record<string, number>; suggestions: { id: number; dentistId: number; topic: string; quote: string; page: string }[] }; // prettier-ignore
const own = async (n: number, who = owner) => app.get(`/api/user/dentists/${ids.get(n)}/suggestions`, { token: who.token }); // prettier-ignore

beforeAll(async () => {
  app = await testApp({ now: '2026-11-20T12:00:00Z' });
  ({ token } = await app.signIn({ role: 'admin' }));
  owner = await app.signIn();
  ({ served, stop } = await serveSites(sites));
  await importText(app, formatListings(people));
  for (const { id, name } of (await app.deps.db('dentists').select('id', 'name')) as Row[])
    ids.set(people.find((person) => person.name === name)!.n, id);
  for (const { n } of people)
    await app.deps
      .db('dentists')
      .where({ id: ids.get(n) })
      .update({ website: served[n]!.url, ...(claimed.includes(n) ? { userId: owner.userId } : {}) });
});
afterAll(async () => {
  stop();
  await app.stop();
});

it('a visit changes no listing, and keeps each value with its page, day, and words', async () => {
  const before = await everything();
  await visitAll(app.deps, () => undefined, rules);
  expect(await everything()).toBe(before);
  const { websites, topics, suggestions } = await list();
  expect(websites).toMatchObject({ all: 30, visited: 30, due: 0 });
  expect(topics.map(({ topic }) => topic)).toEqual(['hours', 'languages', 'insurancePlans', 'services', 'bookingUrl']);
  expect(topics.every(({ open, forOwners }) => open > 15 && forOwners === claimed.length)).toBe(true);
  expect(suggestions.some(({ dentistId }) => claimed.some((n) => ids.get(n) === dentistId))).toBe(false);
  const first = suggestions.find((one) => one.dentistId === ids.get(1) && one.topic === 'languages')!;
  expect(first).toMatchObject({ page: `${served[1]!.url}about`, quote: expect.stringMatching(/speak|English/i), seenAt: '2026-11-20T12:00:00.000Z' }); // prettier-ignore
});

it('a second visit in the same month sends no request', async () => {
  const before = served.map(({ requests }) => requests.length);
  expect(await visitNext(app.deps, rules)).toBe(0);
  expect(served.map(({ requests }) => requests.length)).toEqual(before);
});

it('staff decline a suggestion, and it stays declined while the website says the same', async () => {
  const [gone] = (await list('?topic=services')).suggestions;
  const post = (body: object) => app.post('/api/admin/sources/website/decline', body, { token });
  expect((await post({ ids: [gone!.id] })).body).toEqual({ declined: 1 });
  expect((await post({ ids: [gone!.id] })).body).toEqual({ declined: 0 });
  await app.deps.db('websiteVisits').update({ visitedAt: null });
  await visitAll(app.deps, () => undefined, rules);
  expect((await list('?topic=services')).suggestions.map(({ id }) => id)).not.toContain(gone!.id);
});

it('staff accept all of a topic for unclaimed listings in one run, which can be undone', async () => {
  const before = await everything();
  const open = (await list()).topics.find(({ topic }) => topic === 'hours')!.open;
  const { status, body } = await app.post('/api/admin/sources/website/accept', { topic: 'hours' }, { token });
  expect(status).toBe(202);
  await expect.poll(async () => (await app.get(`/api/admin/imports/${body.id}`, { token })).body.status).toBe('done');
  for (const { n } of people) {
    const row = await listing(n);
    const isTaken = sites[n]!.stated.mondayHours !== undefined && !claimed.includes(n);
    expect([n, row.mondayHours]).toEqual([n, isTaken ? sites[n]!.stated.mondayHours : null]);
    if (isTaken)
      expect(row.fieldSources.mondayHours).toMatchObject({ source: 'import', via: 'website', name: 'Practice websites, Nov 20, 2026' }); // prettier-ignore
  }
  expect((await list()).topics.find(({ topic }) => topic === 'hours')!.open).toBe(0);
  await undoRun(app.deps, null, body.id);
  expect(await everything()).toBe(before);
  expect((await list()).topics.find(({ topic }) => topic === 'hours')!.open).toBe(open);
});

it('all that is accepted is what a website states, and the same month again changes nothing', async () => {
  const { finished } = await acceptSuggestions(app.deps, { topic: null, ids: null }, null);
  expect(await finished).toMatchObject({ status: 'done', source: 'website' });
  const names = new Map(((await app.deps.db('services').select('id', 'name')) as Row[]).map(({ id, name }) => [id, name])); // prettier-ignore
  let values = 0;
  for (const { n } of people) {
    const row = await listing(n);
    const given = (await app.deps.db('dentistServices').where({ dentistId: row.id })) as { serviceId: number }[];
    const has: Record<string, unknown> = { ...row, services: null };
    if (given.length > 0) has.services = given.map(({ serviceId }) => names.get(serviceId)!).toSorted().join('; '); // prettier-ignore
    for (const [field, { via }] of Object.entries(row.fieldSources)) {
      if (via !== 'website') continue;
      const key = field === 'serviceIds' ? 'services' : field;
      // A practice that names a plan accepts insurance.
      const isInsurance = key === 'acceptsInsurance' && sites[n]!.stated.insurancePlans !== undefined;
      const stated = isInsurance ? 'true' : sites[n]!.stated[key];
      if (typeof has[key] === 'boolean') has[key] = String(has[key]);
      expect([n, key, has[key]]).toEqual([n, key, key === 'services' ? stated?.split('; ').toSorted().join('; ') : stated]); // prettier-ignore
      values++;
    }
  }
  expect(values).toBeGreaterThan(150);
  const before = await everything();
  await app.deps.db('websiteVisits').update({ visitedAt: null });
  await visitAll(app.deps, () => undefined, rules);
  expect((await list()).topics.map(({ open }) => open)).toEqual([0, 0, 0, 0, 0]);
  await expect(acceptSuggestions(app.deps, { topic: null, ids: null }, null)).rejects.toThrow('no open suggestion');
  expect(await everything()).toBe(before);
});

it('what a claimed listing lacks waits for its owner, whose answer makes it the practice’s word', async () => {
  const { body } = await own(2);
  expect(body).toHaveLength(5);
  const answer = (suggestion: number, what: string, who = owner) => app.post(`/api/user/dentists/${ids.get(2)}/suggestions/${suggestion}/${what}`, {}, { token: who.token }); // prettier-ignore
  const idOf = (topic: string) => (body as { id: number; topic: string }[]).find((one) => one.topic === topic)!.id;
  const stranger = await app.signIn();
  expect((await own(2, stranger)).status).toBe(404);
  expect((await answer(idOf('hours'), 'accept', stranger)).status).toBe(404);
  const taken = await answer(idOf('hours'), 'accept');
  expect(taken.body).toMatchObject({ mondayHours: sites[2]!.stated.mondayHours, sources: { mondayHours: { source: 'owner' } } }); // prettier-ignore
  const services = (await answer(idOf('services'), 'accept')).body.services as { name: string }[];
  expect(services.map(({ name }) => name).toSorted()).toEqual(sites[2]!.stated.services!.split('; ').toSorted());
  expect((await answer(idOf('languages'), 'decline')).body).toEqual({ ok: true });
  // A link to another site is part of a plan.
  const unpaid = await answer(idOf('bookingUrl'), 'accept');
  expect([unpaid.status, unpaid.body.error, (await listing(2)).bookingUrl]).toEqual([403, 'subscription_required', null]); // prettier-ignore
  expect(((await own(2)).body as { topic: string }[]).map(({ topic }) => topic).toSorted()).toEqual([
    'bookingUrl',
    'insurancePlans',
  ]);
  expect((await answer(idOf('languages'), 'accept')).status).toBe(404);
  expect((await listing(2)).languages).toBeNull();
});

it('a website that states something else updates its own value only by a new suggestion', async () => {
  const site = sites[0]!;
  const page = site.replies.get('/insurance')!;
  page.body = page.body!.replace(
    /<h2>.*<\/ul>|<h1>Payment.*<\/p>|<p>Our office.*<\/p>/s,
    '<p>We accept Principal.</p>',
  );
  await app.deps.db('websiteVisits').where({ website: served[0]!.url }).update({ visitedAt: null });
  await visitAll(app.deps, () => undefined, rules);
  const { suggestions } = await list('?topic=insurancePlans');
  expect(suggestions).toEqual([expect.objectContaining({ dentistId: ids.get(0), quote: 'We accept Principal.' })]);
  await app.deps
    .db('dentists')
    .where({ id: ids.get(0) })
    .update({ website: null });
  expect((await listing(0)).insurancePlans).toBe(site.stated.insurancePlans);
});

it('staff start visits in the background, analysts can’t, and no host has two visits at once', async () => {
  const { token: analyst } = await app.signIn({ role: 'analyst' });
  expect((await app.post('/api/admin/sources/website/visits', {}, { token: analyst })).status).toBe(403);
  expect((await app.get('/api/admin/sources/website/suggestions', { token: analyst })).status).toBe(200);
  const start = await app.post('/api/admin/sources/website/visits', {}, { token });
  expect([start.status, start.body]).toEqual([202, { due: 0 }]);
  await app.deps
    .db('dentists')
    .where({ id: ids.get(5) })
    .update({ website: `${served[4]!.url}about` });
  await app.deps.db('websiteVisits').update({ visitedAt: null });
  await addWebsites(app.deps.db);
  await Promise.all([visitNext(app.deps, { ...rules, pauseMs: 40 }), visitNext(app.deps, { ...rules, pauseMs: 40 })]);
  const left = (await app.deps.db('websiteVisits').whereNull('visitedAt').where('website', 'like', `${served[4]!.url}%`)) as unknown[]; // prettier-ignore
  expect(left).toHaveLength(1);
});
