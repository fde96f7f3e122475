import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { PlainSite } from '#server/test/public-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: new PlainSite() });
});
afterAll(() => app.stop());

/** Sends a request target as it is. `fetch` would send the path of a URL only. */
function send(method: string, target: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(app.url);
  return new Promise((done, fail) => {
    request({ hostname, port, method, path: target, headers: { accept: 'application/json' } }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => done({ status: res.statusCode!, text }));
    })
      .on('error', fail)
      .end();
  });
}

it('serves a request target in absolute form as its path', async () => {
  for (const path of [
    '/directory',
    '/directory?location=Austin',
    '/account',
    '/api/services',
    '/healthz',
    '/profile/1',
  ]) {
    const plain = await send('GET', path);
    expect([path, await send('GET', `http://localhost${path}`)]).toEqual([path, plain]);
  }
  expect((await send('GET', 'HTTP://localhost')).status).toBe(200);
});

it('refuses request targets that are no path', async () => {
  for (const target of ['*', 'ftp://localhost/x']) {
    const { status, text } = await send('GET', target);
    expect([target, status, text]).toEqual([target, 400, expect.stringContaining('This address is not valid.')]);
  }
  expect((await send('OPTIONS', '*')).status).toBe(405);
});
