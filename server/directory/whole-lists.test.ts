import { get } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { openStalledRequest, readRest, sleep } from '#server/test/crashes/stalled-client.ts';

const STALL_MS = 3_000;
/** Larger than what the system buffers for a client that reads nothing. */
const LISTINGS = 3_000;

let app: TestApp;
const sockets: Socket[] = [];
const stall = (path: string, headers: Record<string, string> = {}) => {
  const socket = openStalledRequest(app.url, path, { headers });
  sockets.push(socket);
  return socket;
};
const warnings: string[] = [];
const noteWarning = (warning: Error) => void warnings.push(`${warning.name}: ${warning.message}`);

beforeAll(async () => {
  app = await testApp({ stallMs: STALL_MS, env: { TRUST_PROXY: '1', LIMIT_LIST: '12/60' } });
  await seedSample(app.databaseUrl, { count: LISTINGS, clock: app.deps.clock, hashPassword: async () => 'x', seed: 3 });
  await app.deps.db.transaction(async (trx) => {
    // No column is derived from a biography, and deriving all of them again took up to a minute.
    await trx.raw(`set local enamel.bulk = 'on'`);
    await trx.raw(`update dentists set bio = repeat('A long biography. ', 170)`);
  });
  process.on('warning', noteWarning);
}, 120_000);
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await sleep(50);
});
afterAll(async () => {
  process.off('warning', noteWarning);
  await app.stop();
});

/** Reads a list uncompressed, as plain clients do. */
const readPlain = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
  new Promise((done, fail) => {
    get(app.url + path, { headers: { 'x-forwarded-for': '203.0.113.7', ...headers } }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => done({ status: res.statusCode!, text }));
      res.on('error', fail);
    }).on('error', fail);
  });

it.each([
  'page[]=1',
  'page%5B%5D=1',
  'page[0]=1',
  'page.x=1',
  'Page=1',
  'page=abc',
  'page=0',
  'page=1&page=2',
  'page=',
  'pageSize[]=5',
])('refuses the odd page %s instead of sending the whole list', async (query) => {
  for (const path of ['/api/dentists', '/api/dentists/search', '/api/practices', '/api/directory']) {
    const { status, body } = await app.get(`${path}?${query}`);
    expect([path, status]).toEqual([path, 400]);
    expect(body.message).toMatch(/page/i);
  }
});

it('sends the uncompressed list from the cache, and the same list for a search without a filter', async () => {
  const compressed = await app.get('/api/dentists');
  expect(compressed.body).toHaveLength(LISTINGS);
  const queries: string[] = [];
  const note = ({ sql }: { sql: string }) => void queries.push(sql);
  app.deps.db.on('query', note);
  const plain = await readPlain('/api/dentists');
  const search = await readPlain('/api/dentists/search?location=&service=all&name=');
  app.deps.db.removeListener('query', note);
  expect(JSON.parse(plain.text)).toEqual(compressed.body);
  expect(search.text).toBe(plain.text);
  expect(queries.filter((sql) => /from dentists d/i.test(sql))).toEqual([]);
});

it('runs two whole lists of an address at once, and answers the next ones soon with 503', async () => {
  const attacker = { 'X-Forwarded-For': '198.51.100.1' };
  for (let n = 0; n < 2; n++) stall('/api/dentists/search?sort=name', attacker);
  await sleep(400);
  const started = performance.now();
  const refused = await Promise.all(
    Array.from({ length: 8 }, () => app.get('/api/dentists/search?sort=name', { headers: attacker })),
  );
  expect(performance.now() - started).toBeLessThan(STALL_MS);
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body.message).toMatch(/try again in a few seconds/);
  }
  // Others get a whole list, and pages don't wait for any.
  expect((await app.get('/api/dentists', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200);
  expect((await app.get('/api/dentists?page=1', { headers: attacker })).status).toBe(200);
  expect((await app.get('/api/dentists/search?name=Smith', { headers: attacker })).status).toBe(200);
});

it('closes the connection of a client that stops reading, and keeps a slow one', async () => {
  const silent = stall('/api/dentists/search?sort=name', { 'X-Forwarded-For': '198.51.100.2' });
  const slow = stall('/api/dentists/search?sort=name', { 'X-Forwarded-For': '198.51.100.3' });
  let tail = '';
  slow.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('latin1')).slice(-20);
    slow.pause();
    setTimeout(() => slow.resume(), 15);
  });
  slow.resume();
  await new Promise((done) => slow.once('close', done));
  expect(tail).toMatch(/\]\r\n0\r\n\r\n$/);
  await sleep(STALL_MS * 1.5);
  const cut = await readRest(silent);
  expect(cut).toContain('200 OK');
  expect(cut.trimEnd().endsWith(']')).toBe(false);
});

it('leaves no listeners behind on a compressed list that is read slowly', async () => {
  const socket = stall('/api/dentists/search?sort=name', {
    'X-Forwarded-For': '198.51.100.4',
    'Accept-Encoding': 'gzip',
  });
  await readRest(socket);
  expect(warnings).toEqual([]);
});

it('limits the whole lists of an address in a minute, but not short lists or pages', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.5' };
  const statuses = new Set<number>();
  for (let n = 0; n < 12; n++)
    statuses.add((await readPlain('/api/dentists', { ...headers, 'accept-encoding': 'gzip' })).status);
  expect(statuses).toEqual(new Set([200]));
  const refused = await app.get('/api/dentists/search', { headers });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.get('/api/dentists?page=2', { headers })).status).toBe(200);
  expect((await app.get('/api/dentists/search?name=Smith', { headers })).status).toBe(200);
  expect((await app.get('/api/dentists', { headers: { 'x-forwarded-for': '198.51.100.6' } })).status).toBe(200);
});
