import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';

it('200 concurrent logins do not slow down reads', async () => {
  const app = await testApp({ env: { LIMIT_LOGIN: '100000/60' }, realHashing: true });
  const quiet: number[] = [];
  const busy: number[] = [];
  const read = async (into: number[]) => {
    const from = performance.now();
    const { status } = await app.get('/api/site');
    into.push(performance.now() - from);
    expect(status).toBe(200);
  };
  for (let i = 0; i < 50; i++) await read(quiet);
  let done = false;
  const logins = Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      app.post('/api/auth/login', { email: `crowd${i}@example.com`, password: 'does not matter' }),
    ),
  ).finally(() => (done = true));
  while (!done) {
    await Promise.all([read(busy), read(busy), read(busy)]);
    await new Promise((next) => setTimeout(next, 30));
  }
  const answers = await logins;
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 503]));
  for (const { status, headers } of answers)
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const p99 = busy.toSorted((a, b) => a - b)[Math.floor(busy.length * 0.99)]!;
  expect(busy.length).toBeGreaterThan(50);
  expect(p99).toBeLessThan(500);
  expect((await app.get('/readyz')).status).toBe(200);
  await app.stop();
}, 120_000);
