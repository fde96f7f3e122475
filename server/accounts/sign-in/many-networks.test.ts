import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { attackLogins } from '#server/test/people/login-attack.ts';

it('right passwords log in while 1,000 networks send 50 wrong ones a second', async () => {
  const app = await testApp({ env: { TRUST_PROXY: '1' }, realHashing: true });
  const figures = await attackLogins(app, 8);
  console.log(JSON.stringify(figures));
  for (const { statuses, slowestMs } of [figures.known, figures.unknown]) {
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // The server, its attackers, and other tests share this process and its processor; the soak test measures the three seconds.
    expect(slowestMs).toBeLessThan(5 * figures.allowedMs);
  }
  // Failures are hashed only until they are an attack, so nearly all guesses cost nothing.
  expect(figures.statuses[401]).toBeLessThan(80);
  expect(figures.statuses[429]).toBeGreaterThan(30);
  await app.stop();
}, 240_000);
