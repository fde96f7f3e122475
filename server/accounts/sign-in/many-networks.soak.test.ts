import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { attackLogins } from '#server/test/people/login-attack.ts';

it('right passwords log in within 3 seconds while 1,000 networks send 50 wrong ones a second for a minute', async () => {
  const app = await testApp({ env: { TRUST_PROXY: '1' }, realHashing: true });
  const figures = await attackLogins(app, 60);
  console.log(JSON.stringify(figures));
  for (const { statuses, slowestMs } of [figures.known, figures.unknown]) {
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(slowestMs).toBeLessThan(figures.allowedMs);
  }
  await app.stop();
}, 300_000);
