import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { humanCheck } from '#contract/site.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sendCsv } from '#server/test/files/bulk.ts';
import { addListing, fetchRaw, PlainSite, startRequest } from '#server/test/public-pages.ts';
import { subjects, subjectsOf } from './content-versions.ts';
import { pageCacheStats } from './page-cache.ts';

let app: TestApp;
let site: PlainSite;
let id: number;
let path: string;
beforeAll(async () => {
  site = new PlainSite();
  app = await testApp({ site });
});
afterAll(() => app.stop());
beforeEach(async () => {
  id = await addListing(app);
  path = `/profile/${id}`;
  site.pause = async () => {};
});
const setPhone = (phone: string) => app.deps.db('dentists').where({ id }).update({ phone });

describe('a public page', () => {
  it('is rendered once for many requests at the same time', async () => {
    const before = pageCacheStats();
    const replies = await Promise.all(Array.from({ length: 50 }, () => app.get(path)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(site.count(path)).toBe(1);
    const after = pageCacheStats();
    expect([after.renders - before.renders, after.hits + after.misses - before.hits - before.misses]).toEqual([1, 50]);
  });

  it('is not rendered for a browser that has it', async () => {
    const etag = (await app.get(path)).headers.get('etag')!;
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const { status, headers, text } = await app.get(path, { headers: { 'if-none-match': tag } });
      expect([status, text, headers.get('etag'), headers.get('vary')]).toEqual([304, '', etag, 'Accept-Encoding']);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    }
    expect(site.count(path)).toBe(1);
    await setPhone('(512) 555-0199');
    const changed = await app.get(path, { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('555-0199')]);
  });

  it('keeps its ETag while its content stays the same, also on another server', async () => {
    const headers = { 'if-none-match': (await app.get(path)).headers.get('etag')! };
    app.deps.clock.advance(60_000);
    expect((await app.get(path, { headers })).status).toBe(304);
    expect(site.count(path)).toBe(2);
    const other = await testApp({ site: new PlainSite(), beside: app });
    expect((await other.get(path, { headers })).status).toBe(304);
    await other.stop();
  });

  it('is shared by links with other campaigns and by filters in another order', async () => {
    const links = [
      'location=Austin&sort=name',
      'sort=name&location=Austin',
      'utm_source=a&location=Austin&sort=name&gclid=b',
    ];
    const texts = new Set<string>();
    for (const query of links) texts.add((await app.get(`/directory?${query}`)).text);
    expect([texts.size, site.count('/directory?location=Austin&sort=name')]).toEqual([1, 1]);
    expect(site.renders.some((address) => /utm_|gclid/.test(address))).toBe(false);
  });

  it('is compressed as the client accepts it', async () => {
    const plain = await fetchRaw(app.url + path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.8', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['identity', undefined],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const { headers, body } = await fetchRaw(app.url + path, { 'accept-encoding': accepted });
        expect([accepted, headers['content-encoding'], headers.vary]).toEqual([accepted, encoding, 'Accept-Encoding']);
        expect([Number(headers['content-length']), headers.etag]).toEqual([body.length, plain.headers.etag]);
        expect((encoding ? decoders[encoding](body) : body).equals(plain.body)).toBe(true);
      }
    }
    expect(site.count(path)).toBe(1);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const head = await fetchRaw(app.url + path, {}, 'HEAD');
    const { headers, body } = await fetchRaw(app.url + path);
    const { date: _date, 'x-request-id': _id, ...shared } = headers;
    expect([head.status, head.body.length, head.headers]).toEqual([200, 0, expect.objectContaining(shared)]);
    expect([Number(headers['content-length']), site.count(path)]).toEqual([body.length, 1]);
  });

  it('is the same for visitors, owners, and admins', async () => {
    const people = [undefined, (await app.signIn()).token, (await app.signIn({ role: 'admin' })).token];
    const texts = await Promise.all(people.map(async (token) => (await app.get(path, { token })).text));
    const withCookie = await app.get(path, { headers: { cookie: 'enamel=s%3Aunknown.signature' } });
    expect([new Set([...texts, withCookie.text]).size, withCookie.headers.getSetCookie()]).toEqual([1, []]);
  });

  it('is dropped by a change of what it shows, and only by that', async () => {
    const token = (await app.signIn({ role: 'admin' })).token;
    const owner = await app.signIn();
    const rendersAfter = async (change: () => Promise<unknown>) => {
      const paths = [path, '/topics/oral-health', '/'];
      for (const one of paths) await app.get(one);
      await change();
      const before = site.renders.length;
      for (const one of paths) await app.get(one);
      return site.renders.slice(before);
    };
    const { db } = app.deps;
    const article = { title: 'Gel', content: 'Words.', topicId: 'oral-health' };
    expect(await rendersAfter(() => app.post('/api/admin/articles', article, { token }))).toEqual([
      '/topics/oral-health',
    ]);
    expect(await rendersAfter(() => db('adSettings').update({ publisherId: 'pub-77' }))).toEqual(['/']);
    expect(await rendersAfter(() => setPhone('(512) 555-0123'))).toEqual([path]);
    expect(await rendersAfter(() => sendCsv(app, token, 'name,zip\nAda Test,02134\n'))).toEqual([path]);
    const photo = { dentistId: id, hash: 'a'.repeat(64), position: 0, width: 1, height: 1, createdAt: new Date() };
    expect(await rendersAfter(() => db('dentistPhotos').insert(photo))).toEqual([path]);
    const plan = { subscriptionPlan: 'professional' };
    expect(await rendersAfter(() => db('users').where({ id: owner.userId }).update(plan))).toEqual([path]);
    expect(await rendersAfter(() => db('users').where({ id: owner.userId }).update({ name: 'Ann' }))).toEqual([]);
    expect(await rendersAfter(async () => app.deps.clock.advance(60_000))).toEqual([path, '/topics/oral-health', '/']);
  });

  it('shows a change that was made while it was rendered', async () => {
    let commit = () => {};
    const committed = new Promise<void>((done) => (commit = done));
    site.pause = () => committed;
    const early = app.get(path);
    await expect.poll(() => site.count(path)).toBe(1);
    await setPhone('(512) 555-0144');
    site.pause = async () => {};
    // The render in progress may not show the change, so this request does not wait for it.
    expect((await app.get(path)).text).toContain('555-0144');
    commit();
    expect((await early).text).toContain('555-0000');
    expect((await app.get(path)).text).toContain('555-0144');
  });

  it('is rendered until the last visitor who waits for it leaves', async () => {
    const ends: string[] = [];
    let finish = () => {};
    const finished = new Promise<void>((done) => (finish = done));
    site.pause = async ({ signal }) => {
      signal.addEventListener('abort', () => void ends.push('aborted'));
      await finished;
    };
    const [leave, leaveToo] = [startRequest(app.url + path), startRequest(app.url + path)];
    await expect.poll(() => site.count(path)).toBe(1);
    const stays = app.get(path);
    await new Promise((done) => setTimeout(done, 100));
    leave();
    leaveToo();
    await new Promise((done) => setTimeout(done, 100));
    finish();
    expect([(await stays).status, site.count(path), ends]).toEqual([200, 1, []]);

    const other = `/profile/${await addListing(app)}`;
    site.pause = async ({ signal }) =>
      new Promise((_, fail) => {
        signal.addEventListener('abort', () => {
          ends.push('aborted');
          fail(new Error('The visitor left'));
        });
      });
    const leaveAlone = startRequest(app.url + other);
    await expect.poll(() => site.count(other)).toBe(1);
    leaveAlone();
    await expect.poll(() => ends).toEqual(['aborted']);
    site.pause = async () => {};
    expect((await app.get(other)).status).toBe(200);
  });

  it('is not stored if a part of it failed', async () => {
    site.pause = async ({ log }) => log.error({}, 'a part failed');
    const { status, headers } = await app.get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    site.pause = () => Promise.reject(new Error('The page failed'));
    expect((await app.get(path)).status).toBe(500);
    site.pause = async () => {};
    expect((await app.get(path)).headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(site.count(path)).toBe(3);
  });
});

it('renders pages of accounts and drafts for each request and lets nothing store them', async () => {
  for (const privatePath of [
    '/account',
    '/dashboard',
    '/admin',
    '/auth',
    '/articles/preview/1',
    '/reset-password?token=1',
  ]) {
    for (let time = 0; time < 2; time++) {
      const { headers } = await app.get(privatePath);
      expect([privatePath, headers.get('cache-control')]).toEqual([privatePath, 'private, no-store']);
      expect(headers.get('cdn-cache-control')).toBeNull();
    }
    expect(site.count(privatePath)).toBe(2);
  }
});

it('keeps within its bytes and drops the pages that were not requested for the longest time', async () => {
  const large = new PlainSite(5_000);
  const server = await testApp({ site: large, env: { PAGE_CACHE_MB: '1' }, beside: app });
  const before = pageCacheStats();
  for (let n = 0; n < 40; n++) {
    await server.get(`/topics/topic-${n}`);
    await server.get('/topics/kept');
  }
  const bytes = pageCacheStats().bytes - before.bytes;
  expect(bytes).toBeGreaterThan(900_000);
  expect(bytes).toBeLessThanOrEqual(1_048_576);
  expect([large.count('/topics/kept'), large.renders.length]).toEqual([1, 41]);
  await server.get('/topics/topic-0');
  expect(large.count('/topics/topic-0')).toBe(2);
  await server.stop();
});

it('renders each time and still answers with 304 without a cache', async () => {
  const uncached = new PlainSite();
  const server = await testApp({ site: uncached, env: { PAGE_CACHE_MB: '0' }, beside: app });
  const { headers } = await server.get(path);
  const again = await server.get(path, { headers: { 'if-none-match': headers.get('etag')! } });
  expect([again.status, uncached.count(path)]).toEqual([304, 2]);
  await server.stop();
});

it('treats an endpoint that it does not know as dependent on everything', () => {
  expect(subjectsOf(humanCheck)).toEqual(subjects);
});
