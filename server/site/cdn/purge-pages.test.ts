import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { addListing, PlainSite } from '#server/test/public-pages.ts';
import { purgeChangedPages } from './purge-pages.ts';

const TOKEN = 'a token of the CDN';
let calls: { authorization: string | undefined; tags: string[] }[] = [];
let status = 200;
/** A CDN that keeps pages until a purge of one of their tags. */
const stored = new Map<string, { tags: string[]; text: string }>();
let cdn: Server;
let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  cdn = createServer((req, res) => {
    let text = '';
    req.on('data', (part: Buffer) => (text += part.toString()));
    req.on('end', () => {
      const { tags } = JSON.parse(text) as { tags: string[] };
      calls.push({ authorization: req.headers.authorization, tags });
      if (status === 200)
        for (const [path, page] of stored) if (page.tags.some((tag) => tags.includes(tag))) stored.delete(path);
      res.writeHead(status, { 'content-type': 'application/json' }).end('{"success":true}');
    });
  });
  await new Promise<void>((done) => cdn.listen(0, '127.0.0.1', done));
  const env = {
    CDN_PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge_cache`,
    CDN_PURGE_TOKEN: TOKEN,
    AI_ALLOW_LOOPBACK: 'on',
  };
  app = await testApp({ site: new PlainSite(), env });
  other = await testApp({ site: new PlainSite(), env, beside: app });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
  cdn.close();
});
beforeEach(() => {
  calls = [];
  status = 200;
});

const purge = (server = app) => purgeChangedPages(server.deps);
async function throughCdn(path: string): Promise<string> {
  const found = stored.get(path);
  if (found) return found.text;
  const { text, headers } = await app.get(path);
  stored.set(path, { text, tags: headers.get('cache-tag')!.split(',') });
  expect(headers.get('surrogate-key')).toBe(headers.get('cache-tag')!.replaceAll(',', ' '));
  return text;
}

it('purges everything once after a start, and nothing without a change', async () => {
  await purge();
  expect(calls).toEqual([{ authorization: `Bearer ${TOKEN}`, tags: ['listings', 'articles', 'ads', 'settings'] }]);
  await purge();
  expect(calls).toHaveLength(1);
});

it('shows a change in the copies of the CDN after the next purge, and keeps the other copies', async () => {
  const id = await addListing(app, { phone: '(512) 555-0100' });
  await purge();
  await throughCdn('/terms');
  expect(await throughCdn(`/profile/${id}`)).toContain('555-0100');
  await app.deps.db('dentists').where({ id }).update({ phone: '(512) 555-0199' });
  expect(await throughCdn(`/profile/${id}`)).toContain('555-0100');
  calls = [];
  await purge();
  expect(calls.map(({ tags }) => tags)).toEqual([['listings']]);
  expect(await throughCdn(`/profile/${id}`)).toContain('555-0199');
  expect([...stored.keys()]).toContain('/terms');
});

it('repeats a purge that failed', async () => {
  await addListing(app);
  status = 503;
  await expect(purge()).rejects.toThrow('The CDN answered the purge with 503.');
  status = 200;
  await purge();
  expect(calls.map(({ tags }) => tags)).toEqual([['listings'], ['listings']]);
});

it('leaves out no change that another server has made', async () => {
  await purge(other);
  await addListing(app);
  await purge(app);
  calls = [];
  await purge(other);
  expect(calls.map(({ tags }) => tags)).toEqual([['listings']]);
});

it('calls nothing without the setting, and no address in a private network', async () => {
  const silent = await testApp({ beside: app });
  await purge(silent);
  await silent.stop();
  const inside = await testApp({
    beside: app,
    env: { CDN_PURGE_URL: 'https://10.0.0.7/purge', CDN_PURGE_TOKEN: TOKEN },
  });
  await expect(purge(inside)).rejects.toThrow('private network');
  await inside.stop();
  expect(calls).toEqual([]);
});
