import { expect, it } from 'vitest';
import { createSecrets } from '#server/base/secrets.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp } from '#server/test/app.ts';
import { startChild } from '#server/test/crashes/child.ts';
import { countWaiting, startStorm } from '#server/test/crashes/webhook-storm.ts';

const EVENTS = 10_000;

it('10,000 events reach a receiver that misbehaves in every way, in order, although two of three servers are killed', async () => {
  const app = await testApp({ env: { AI_ALLOW_LOOPBACK: 'on' } });
  const key = 'a secret for tests that is long enough';
  app.deps.secret = createSecrets(key);
  // The servers run by the machine's clock, so the events must be due by it.
  app.deps.clock.set(new Date());
  const storm = await startStorm(app, EVENTS);
  const start = () =>
    startChild({
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.DATA_DIR,
      SECRET_KEY: key,
      AI_ALLOW_LOOPBACK: 'on',
    });
  // Minutes of backoff pass in a second.
  const hurry = () =>
    rows(app.deps.db, `update webhook_deliveries set due_at = created_at where state = 'waiting' and due_at > now()`);
  const endLeases = () =>
    rows(app.deps.db, `update webhook_deliveries set held_until = now() where held_until is not null`);
  const until = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
  };
  const hurrying = setInterval(() => void hurry().catch(() => {}), 1_000);
  try {
    for (const share of [0.2, 0.5]) {
      const child = await start();
      await until(() => storm.accepted() > EVENTS * share);
      child.process.kill('SIGKILL');
      await child.ended;
      await endLeases();
    }
    const last = await start();
    await until(async () => (await countWaiting(app)) === 0);
    last.process.kill('SIGTERM');
    await last.ended;
    expect([storm.accepted(), storm.disorders]).toEqual([EVENTS, []]);
    expect(storm.requests()).toBeGreaterThan(EVENTS);
  } finally {
    clearInterval(hurrying);
    await storm.stop();
    await app.stop();
  }
}, 600_000);
