import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { PlainSite } from '#server/test/public-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    site: new PlainSite(),
    now: '2026-11-24T09:00:00Z',
    env: { SUPPORT_EMAIL: 'help@dentists.example' },
  });
});
afterAll(() => app.stop());

it('security.txt names a contact, and never expires while the server runs', async () => {
  const { status, headers, text } = await app.get('/.well-known/security.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.match(/^Contact: .+$/gm)).toEqual([
    'Contact: mailto:help@dentists.example',
    `Contact: ${app.deps.config.PUBLIC_URL}/contact`,
  ]);
  expect(text).toContain('\nExpires: 2027-04-30T00:00:00.000Z\n');
  expect(text.match(/^Expires:/gm)).toHaveLength(1);
  for (let month = 0; month < 14; month++) {
    app.deps.clock.advance(31 * 86_400_000);
    const expires = Date.parse(/^Expires: (.+)$/m.exec((await app.get('/.well-known/security.txt')).text)![1]!);
    const days = (expires - app.deps.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  }
});
