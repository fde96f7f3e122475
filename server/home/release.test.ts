import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { askForRelease } from './release.ts';

const { version: running } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const url = 'https://github.com/OWNER/enamel/releases/tag/v9.0.0';
const requests: IncomingMessage[] = [];
let reply: { status: number; body: string };
const feed = createServer((req, res) => {
  requests.push(req);
  res.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
});
let app: TestApp;
let silent: TestApp;
beforeAll(async () => {
  await new Promise<void>((done) => feed.listen(0, '127.0.0.1', done));
  const { port } = feed.address() as AddressInfo;
  app = await testApp({ env: { RELEASE_NOTICE_URL: `http://127.0.0.1:${port}/latest` } });
  silent = await testApp({ beside: app });
});
afterAll(async () => {
  await silent.stop();
  await app.stop();
  feed.close();
});

const release = (tag: string, more: object = {}) => ({
  status: 200,
  body: JSON.stringify({ tag_name: tag, html_url: url, name: 'A release', ...more }),
});
async function askAndRead(server: TestApp, role: 'admin' | 'editor' = 'admin'): Promise<unknown> {
  await askForRelease(server.deps);
  const { token } = await server.signIn({ role });
  return (await server.get('/api/admin/home', { token })).body.release;
}

it('asks for nothing and shows nothing unless the setting is on', async () => {
  reply = release('v9.0.0');
  expect(await askAndRead(silent)).toBeNull();
  expect(requests).toHaveLength(0);
});

it('shows administrators a newer release, and others nothing', async () => {
  reply = release('v9.0.0');
  expect(await askAndRead(app)).toEqual({ version: 'v9.0.0', url, running });
  expect(await askAndRead(app, 'editor')).toBeNull();
  expect(await askAndRead(silent)).toBeNull();
});

it('sends one GET without a body, a cookie, or a word about the server', async () => {
  requests.length = 0;
  await askForRelease(app.deps);
  expect(requests.map(({ method, url: path }) => [method, path])).toEqual([['GET', '/latest']]);
  const { host: _host, connection: _connection, ...sent } = requests[0]!.headers;
  expect(sent).toEqual({
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
  });
});

it.each([`v${running}`, running, 'v0.0.9', 'v9.0.0-beta.1', 'nightly'])('shows no notice of %s', async (tag) => {
  reply = release(tag);
  expect(await askAndRead(app)).toBeNull();
});

it.each([
  { status: 404, body: '{}' },
  { status: 200, body: 'a page' },
  { status: 200, body: `"${'x'.repeat(1_100_000)}"` },
  release('v9.1.0', { html_url: 'javascript:alert(1)' }),
  release('v9.2.0', { html_url: 7 }),
])('keeps the last release if the reply is one that we can’t read ($status)', async (broken) => {
  reply = release('v9.0.0');
  await askForRelease(app.deps);
  reply = broken;
  expect(await askAndRead(app)).toMatchObject({ version: 'v9.0.0' });
});
