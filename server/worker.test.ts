import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { cronMatcher, slotOf } from './cron.ts';
import { enqueue, job, scheduled } from './job.ts';
import { testApp, type TestApp } from './test/app.ts';
import { work, workOff } from './worker.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const until = async (test: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 200 && !(await test()); i++) await new Promise((done) => setTimeout(done, 25));
  expect(await test()).toBe(true);
};

it('knows when a schedule is due', () => {
  const at = (text: string) => new Date(`${text}Z`);
  expect(cronMatcher('* * * * *')(at('2026-03-01T12:34'))).toBe(true);
  expect(cronMatcher('*/10 * * * *')(at('2026-03-01T12:30'))).toBe(true);
  expect(cronMatcher('*/10 * * * *')(at('2026-03-01T12:34'))).toBe(false);
  expect(cronMatcher('0 3 * * 1-5')(at('2026-03-02T03:00'))).toBe(true);
  expect(cronMatcher('0 3 * * 1-5')(at('2026-03-01T03:00'))).toBe(false);
  expect(cronMatcher('5,35 0 1 1 *')(at('2026-01-01T00:35'))).toBe(true);
  expect(slotOf({ everySeconds: 15 })(at('2026-03-01T12:34:44'))).toEqual(at('2026-03-01T12:34:30'));
  expect(slotOf('*/10 * * * *')(at('2026-03-01T12:30:59'))).toEqual(at('2026-03-01T12:30:00'));
  expect(slotOf('*/10 * * * *')(at('2026-03-01T12:31'))).toBeNull();
  expect(() => cronMatcher('61 * * * *')).toThrow('outside');
  expect(() => cronMatcher('* * * *')).toThrow('five');
});

it('runs a job once it is due, and again after a failure', async () => {
  const done: string[] = [];
  let fails = 1;
  const say = job('say', {
    payload: z.object({ word: z.string() }),
    async handle({ word }) {
      if (fails-- > 0) throw new Error('not yet');
      done.push(word);
    },
  });
  await enqueue(app.deps.db, say, { word: 'later' }, { runAt: new Date(app.deps.clock.now().getTime() + 60_000) });
  await workOff(app.deps, [say]);
  expect(done).toEqual([]);
  app.deps.clock.advance(60_000);
  await workOff(app.deps, [say]);
  expect(done).toEqual([]);
  app.deps.clock.advance(10_000);
  await workOff(app.deps, [say]);
  expect(done).toEqual(['later']);
  expect(await app.deps.db('jobs').where({ name: 'say' })).toEqual([]);
});

it('replaces a waiting job with the same key, and gives up after the last attempt', async () => {
  const heard: number[] = [];
  const count = job('count', {
    payload: z.object({ n: z.number() }),
    attempts: 2,
    async handle({ n }) {
      heard.push(n);
      if (n < 0) throw new Error('never');
    },
  });
  for (const n of [1, 2, 3]) await enqueue(app.deps.db, count, { n }, { key: 'one' });
  await workOff(app.deps, [count]);
  expect(heard).toEqual([3]);
  await enqueue(app.deps.db, count, { n: -1 });
  for (let i = 0; i < 4; i++) {
    await workOff(app.deps, [count]);
    app.deps.clock.advance(3_600_000);
  }
  expect(heard).toEqual([3, -1, -1]);
  expect(await app.deps.db('jobs').where({ name: 'count' }).first('lastError')).toEqual({ lastError: 'Error: never' });
});

it('shares work between servers, takes over from a dead one, and enqueues a schedule once', async () => {
  const ran: number[] = [];
  const share = job('share', {
    payload: z.object({ n: z.number() }),
    async handle({ n }) {
      ran.push(n);
    },
  });
  let ticks = 0;
  const every = scheduled('every', '* * * * *', async () => void (ticks += 1));
  for (let n = 0; n < 30; n++) await enqueue(app.deps.db, share, { n });
  await app.deps
    .db('jobs')
    .where({ name: 'share' })
    .limit(1)
    .update({ heldUntil: new Date(Date.now() - 1_000), heldBy: crypto.randomUUID(), attempts: 1 });
  const servers = [work(app.deps, [share, every]), work(app.deps, [share, every])];
  await until(() => ran.length === 30 && ticks === 1);
  await Promise.all(servers.map((server) => server.stop()));
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect(ticks).toBe(1);
});
