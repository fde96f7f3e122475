import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { countWaiting, startStorm } from '#server/test/crashes/webhook-storm.ts';
import { deliverWebhooks } from './deliver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { AI_ALLOW_LOOPBACK: 'on' } });
});
afterAll(() => app.stop());

const EVENTS = 1_000;
const rules = { timeoutMs: 300, runMs: 5_000 };
/** Ends the leases of a server that died, which Postgres's own clock would do after a minute. */
const endLeases = () =>
  rows(app.deps.db, `update webhook_deliveries set held_until = now() where held_until is not null`);

it('a receiver that fails, hangs, redirects, and lies about its size gets each event, in order for each subject', async () => {
  const storm = await startStorm(app, EVENTS);
  try {
    storm.isDown = true;
    await deliverWebhooks(app.deps, { ...rules, runMs: 500 });
    expect([storm.accepted(), await countWaiting(app)]).toEqual([0, EVENTS]);
    storm.isDown = false;
    app.deps.clock.advance(60_000);

    // A server dies in the middle: its results are never stored. Then two servers share the work.
    const dying = await testApp({ beside: app, env: { AI_ALLOW_LOOPBACK: 'on' } });
    const died = deliverWebhooks(dying.deps, { ...rules, runMs: 60_000 }).catch(() => {});
    while (storm.accepted() < EVENTS / 10) await new Promise((done) => setTimeout(done, 5));
    await dying.stop();
    await died;
    const stored = EVENTS - (await countWaiting(app));
    expect(storm.accepted()).toBeGreaterThan(stored);
    expect(stored).toBeGreaterThan(0);
    await endLeases();

    const second = await testApp({ beside: app, env: { AI_ALLOW_LOOPBACK: 'on' } });
    for (let turn = 0; turn < 100 && (await countWaiting(app)) > 0; turn++) {
      await Promise.all([deliverWebhooks(app.deps, rules), deliverWebhooks(second.deps, rules)]);
      app.deps.clock.advance(10 * 60_000);
    }
    await second.stop();
    expect([storm.accepted(), await countWaiting(app), storm.disorders]).toEqual([EVENTS, 0, []]);
    expect(storm.requests()).toBeGreaterThan(EVENTS);
    expect(Object.keys(storm.failures).toSorted()).toEqual([
      'fails',
      'hangs',
      'hangs up',
      'never ends',
      'promises less',
      'promises more',
      'redirects',
    ]);
  } finally {
    await storm.stop();
  }
}, 60_000);

it('no event goes to a private address, whatever its name resolves to', async () => {
  const storm = await startStorm(app, 20);
  const strict = await testApp({ beside: app });
  try {
    const port = new URL(storm.receiver.url).port;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '10.0.0.8',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
    ]) {
      await app.deps.db('webhookEndpoints').update({ url: `https://${host}:${port}/hook`, failingSince: null });
      await deliverWebhooks(strict.deps, rules);
      strict.deps.clock.advance(12 * 3_600_000);
    }
    const tried = await app.deps
      .db('webhookDeliveries')
      .where('attempts', '>', 0)
      .whereNot({ state: 'delivered' })
      .pluck('error');
    expect(tried.length).toBeGreaterThan(0);
    expect(new Set(tried)).toEqual(new Set(['This endpoint is in a private network, which is not allowed.']));
    expect(storm.requests()).toBe(0);
  } finally {
    await strict.stop();
    await storm.stop();
  }
});
