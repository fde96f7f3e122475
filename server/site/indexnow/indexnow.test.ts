import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { addListing, PlainSite } from '#server/test/public-pages.ts';
import { submitChangedPages } from './submit-pages.ts';

const KEY = 'abcdef0123456789';
const BASE = 'https://dentists.example.com';

interface Submission {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}
let received: Submission[] = [];
let status = 200;
let engine: Server;
let app: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  engine = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => void parts.push(part));
    req.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()) as Submission);
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => engine.listen(0, '127.0.0.1', done));
  env = {
    INDEXNOW_KEY: KEY,
    INDEXNOW_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`,
    AI_ALLOW_LOOPBACK: 'on',
    PUBLIC_URL: BASE,
  };
  app = await testApp({ site: new PlainSite(), env });
  await app.deps.db('articles').delete();
  await addListing(app, { name: 'Before the key', updatedAt: new Date(app.deps.clock.now().getTime() - 300_000) });
  await submitChangedPages(app.deps);
});
afterAll(async () => {
  await app.stop();
  engine.close();
});
beforeEach(() => {
  received = [];
  status = 200;
});

/** Runs the job once what was changed has settled. */
async function run(batchSize?: number): Promise<string[]> {
  app.deps.clock.advance(120_000);
  await submitChangedPages(app.deps, batchSize);
  return received.flatMap(({ urlList }) => urlList.map((url) => url.slice(BASE.length))).toSorted();
}
const change = (name: string) => addListing(app, { name, updatedAt: app.deps.clock.now() });

it('sends nothing that changed before the first run', () => {
  expect(received).toEqual([]);
});

it('sends changed and deleted listings and published articles once, with the key', async () => {
  const now = app.deps.clock.now();
  await change('Ana Silva');
  const gone = await change('Gone Soon');
  await app.deps.db('dentists').where({ id: gone }).update({ deletedAt: now });
  const article = {
    content: 'Text.',
    excerpt: 'Short.',
    category: 'Health',
    readTime: 3,
    author: 'Maria Lopez',
    topicId: 'oral-health',
    createdAt: now,
    updatedAt: now,
  };
  await app.deps.db('articles').insert([
    { ...article, title: 'Gums', slug: 'gums', isPublished: true, publishedAt: now },
    { ...article, title: 'Draft', slug: 'draft', isPublished: false },
  ]);
  expect(await run()).toEqual(['/articles/gums', '/texas/austin/dentist/ana-silva', '/texas/austin/dentist/gone-soon']);
  for (const { urlList: _urls, ...rest } of received)
    expect(rest).toEqual({ host: 'dentists.example.com', key: KEY, keyLocation: `${BASE}/${KEY}.txt` });
  received = [];
  expect(await run()).toEqual([]);
  expect(await app.get(`/${KEY}.txt`)).toMatchObject({ status: 200, text: KEY });
});

it('sends many changes in batches, and continues after the last one that was received', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) await change(`Batch ${name}`);
  expect(await run(2)).toHaveLength(5);
  expect(received.map(({ urlList }) => urlList.length)).toEqual([2, 2, 1]);
  received = [];
  await change('Refused');
  status = 503;
  await expect(run()).rejects.toThrow('IndexNow answered with 503.');
  status = 202;
  received = [];
  expect(await run()).toEqual(['/texas/austin/dentist/refused']);
});

it('waits for a transaction that is still open, whose changes are older than its commit', async () => {
  const trx = await app.deps.db.transaction();
  await trx('dentists').insert({ name: 'Slow Import', city: 'Austin', state: 'TX', updatedAt: app.deps.clock.now() });
  await trx.raw(`select pg_sleep(0.05)`);
  app.deps.clock.advance(60_010);
  await submitChangedPages(app.deps);
  await trx.commit();
  expect(await run()).toEqual(['/texas/austin/dentist/slow-import']);
});

it.each([
  ['without a key', { INDEXNOW_KEY: '' }],
  ['from this machine', { PUBLIC_URL: 'http://localhost:3000' }],
  ['from a private network', { PUBLIC_URL: 'https://10.0.0.7' }],
  ['from an intranet', { PUBLIC_URL: 'https://dentists.internal' }],
  ['from a site that search engines may not read', { CRAWLERS_SEARCH: 'off' }],
  ['from a site with sample data', { SAMPLE_DATA: '26000' }],
])('never sends anything %s', async (_case, other) => {
  const closed = await testApp({ site: new PlainSite(), env: { ...env, ...other }, beside: app });
  await change('Private');
  app.deps.clock.advance(120_000);
  await submitChangedPages(closed.deps);
  expect(received).toEqual([]);
  await closed.stop();
});
