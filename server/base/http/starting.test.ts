import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdWhileStarting } from './starting.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(holdWhileStarting(50).listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const ask = async (path: string, accept: string) => {
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  return { status: reply.status, refresh: reply.headers.get('refresh'), text: await reply.text() };
};
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('a browser gets a page that reloads itself while the server starts', async () => {
  const { status, refresh, text } = await ask('/dentists/tx/austin', BROWSER);
  expect([status, refresh]).toEqual([503, '2']);
  expect(text).toContain('<h1>Back in a moment</h1><p>The site is starting. Please try again in a moment.</p>');
});

test('callers of the API and health checks keep their JSON while the server starts', async () => {
  const problem = { error: 'unavailable', message: 'The site is starting. Please try again in a moment.' };
  for (const [path, accept] of [
    ['/api/dentists', BROWSER],
    ['/directory', 'application/json'],
    ['/directory', '*/*'],
  ] as const) {
    const { status, refresh, text } = await ask(path, accept);
    expect([status, refresh, JSON.parse(text)]).toEqual([503, null, problem]);
  }
  expect(await ask('/healthz', BROWSER)).toMatchObject({ status: 200, text: '{"ok":true}' });
});

test('a form waits longer than reads, and a read that the proxy repeats on another server not at all', async () => {
  const starting = holdWhileStarting(50);
  const other = createServer(starting.listener).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const headers = { 'x-repeats-reads': 'yes' };
  const form = fetch(url, { method: 'POST', body: 'a form', headers });
  expect((await fetch(url)).status).toBe(503);
  await expect(fetch(url, { headers })).rejects.toThrow('fetch failed');
  starting.release((req, res) => req.pipe(res));
  expect(await (await form).text()).toBe('a form');
  other.close();
});

test('requests that arrive shortly before the server has started are answered by it, with their bodies', async () => {
  const starting = holdWhileStarting();
  const other = createServer(starting.listener).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const early = [1, 2, 3].map((number) =>
    fetch(`${url}/${number}`, { method: 'POST', body: `body ${number}` }).then((reply) => reply.text()),
  );
  const gone = new AbortController();
  const aborted = fetch(`${url}/gone`, { signal: gone.signal }).catch(() => 'aborted');
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  gone.abort();
  expect(await aborted).toBe('aborted');
  await new Promise((done) => setTimeout(done, 100));
  const handled: string[] = [];
  starting.release((req, res) => {
    handled.push(req.url!);
    req.pipe(res);
  });
  expect(await Promise.all(early)).toEqual(['body 1', 'body 2', 'body 3']);
  expect(handled.toSorted()).toEqual(['/1', '/2', '/3']);
  other.close();
});
