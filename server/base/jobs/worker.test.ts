import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createCronMatcher, createDueTime } from './cron.ts';
import { enqueue, job, scheduled } from './queue.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { runDueJobs, startJobLoops } from './worker.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const until = async (test: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 200 && !(await test()); i++) await new Promise((done) => setTimeout(done, 25));
  expect(await test()).toBe(true);
};

it('matches cron expressions and finds due times', () => {
  const at = (text: string) => new Date(`${text}Z`);
  expect(createCronMatcher('* * * * *')(at('2026-03-01T12:34'))).toBe(true);
  expect(createCronMatcher('*/10 * * * *')(at('2026-03-01T12:30'))).toBe(true);
  expect(createCronMatcher('*/10 * * * *')(at('2026-03-01T12:34'))).toBe(false);
  expect(createCronMatcher('0 3 * * 1-5')(at('2026-03-02T03:00'))).toBe(true);
  expect(createCronMatcher('0 3 * * 1-5')(at('2026-03-01T03:00'))).toBe(false);
  expect(createCronMatcher('5,35 0 1 1 *')(at('2026-01-01T00:35'))).toBe(true);
  expect(createDueTime({ everySeconds: 15 })(at('2026-03-01T12:34:44'))).toEqual(at('2026-03-01T12:34:30'));
  expect(createDueTime('*/10 * * * *')(at('2026-03-01T12:30:59'))).toEqual(at('2026-03-01T12:30:00'));
  expect(createDueTime('*/10 * * * *')(at('2026-03-01T12:31'))).toBeNull();
  expect(() => createCronMatcher('61 * * * *')).toThrow('outside');
  expect(() => createCronMatcher('* * * *')).toThrow('five');
});

it('runs a job when it is due and retries it after a failure', async () => {
  const words: string[] = [];
  let fails = 1;
  const sayWord = job('say', {
    payload: z.object({ word: z.string() }),
    async handle({ word }) {
      if (fails-- > 0) throw new Error('not yet');
      words.push(word);
    },
  });
  await enqueue(app.deps.db, sayWord, { word: 'later' }, { runAt: new Date(app.deps.clock.now().getTime() + 60_000) });
  await runDueJobs(app.deps, [sayWord]);
  expect(words).toEqual([]);
  app.deps.clock.advance(60_000);
  await runDueJobs(app.deps, [sayWord]);
  expect(words).toEqual([]);
  app.deps.clock.advance(10_000);
  await runDueJobs(app.deps, [sayWord]);
  expect(words).toEqual(['later']);
  expect(await app.deps.db('jobs').where({ name: 'say' })).toEqual([]);
});

it('replaces a waiting job with the same key and stops after the last attempt', async () => {
  const handled: number[] = [];
  const count = job('count', {
    payload: z.object({ n: z.number() }),
    attempts: 2,
    async handle({ n }) {
      handled.push(n);
      if (n < 0) throw new Error('never');
    },
  });
  for (const n of [1, 2, 3]) await enqueue(app.deps.db, count, { n }, { key: 'one' });
  await runDueJobs(app.deps, [count]);
  expect(handled).toEqual([3]);
  await enqueue(app.deps.db, count, { n: -1 });
  for (let i = 0; i < 4; i++) {
    await runDueJobs(app.deps, [count]);
    app.deps.clock.advance(3_600_000);
  }
  expect(handled).toEqual([3, -1, -1]);
  expect(await app.deps.db('jobs').where({ name: 'count' }).first('lastError')).toEqual({ lastError: 'Error: never' });
});

it('shares jobs between servers, takes over from a dead one, and enqueues a schedule once', async () => {
  const finished: number[] = [];
  const share = job('share', {
    payload: z.object({ n: z.number() }),
    async handle({ n }) {
      finished.push(n);
    },
  });
  let ticks = 0;
  const every = scheduled('* * * * *', 'every', async () => void (ticks += 1));
  for (let n = 0; n < 30; n++) await enqueue(app.deps.db, share, { n });
  await app.deps
    .db('jobs')
    .where({ name: 'share' })
    .limit(1)
    .update({ heldUntil: new Date(Date.now() - 1_000), heldBy: crypto.randomUUID(), attempts: 1 });
  const servers = [startJobLoops(app.deps, [share, every]), startJobLoops(app.deps, [share, every])];
  await until(() => finished.length === 30 && ticks === 1);
  await Promise.all(servers.map((server) => server.stop()));
  expect(finished.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect(ticks).toBe(1);
});

it('waits with a scheduled job until its last run has ended', async () => {
  let runs = 0;
  const gate = new EventEmitter();
  const long = scheduled({ everySeconds: 60 }, 'long', async () => {
    runs += 1;
    if (runs === 1) await once(gate, 'open');
  });
  const first = startJobLoops(app.deps, [long]);
  await until(() => runs === 1);
  app.deps.clock.advance(60_000);
  const second = startJobLoops(app.deps, [long]);
  await new Promise((done) => setTimeout(done, 1_500));
  expect(runs).toBe(1);
  gate.emit('open');
  await until(async () => (await app.deps.db('jobs').where({ name: 'long' })).length === 0);
  const third = startJobLoops(app.deps, [long]);
  await until(() => runs === 2);
  await Promise.all([first, second, third].map((server) => server.stop()));
});
