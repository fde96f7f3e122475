import { expect, it } from 'vitest';
import { unavailable } from '../errors.ts';
import { FairQueue, type QueueOptions } from './fair-queue.ts';

const never = new AbortController().signal;
const open = (options: Partial<QueueOptions> = {}) =>
  new FairQueue({
    slots: 2,
    slotsPerClient: 2,
    places: 4,
    placesPerClient: 3,
    waitMs: 10_000,
    refuse: () => unavailable('Full.'),
    ...options,
  });

/** Work that ends when the test resolves it, in the order in which it started. */
function createWork(queue: FairQueue) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name = key, signal = never) =>
    queue.run(
      key,
      () => {
        started.push(name);
        return new Promise<void>((done) => void ends.push(done));
      },
      signal,
    );
  const endFirst = async () => {
    ends.shift()!();
    await new Promise((done) => setImmediate(done));
  };
  return { started, run, endFirst };
}

it('gives a free slot to the key with the least running work', async () => {
  const queue = open();
  const { started, run, endFirst } = createWork(queue);
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
  expect([started, queue.running, queue.waiting]).toEqual([['a1', 'a2'], 2, 3]);
  await endFirst();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  for (let n = 0; n < 4; n++) await endFirst();
  await Promise.all(all);
  expect([started, queue.running, queue.waiting]).toEqual([['a1', 'a2', 'b1', 'a3', 'a4'], 0, 0]);
});

it('lets another key pass the ones that wait for their own limit', async () => {
  const queue = open({ slots: 3, slotsPerClient: 1 });
  const { started, run, endFirst } = createWork(queue);
  const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
  expect(started).toEqual(['a1', 'b1']);
  for (let n = 0; n < 3; n++) await endFirst();
  await Promise.all(all);
});

it('refuses at once when its places are taken, and after the longest wait', async () => {
  const queue = open({ waitMs: 500 });
  const { run, endFirst } = createWork(queue);
  const running = [run('a'), run('a')];
  const waiting = Promise.allSettled([run('a'), run('a'), run('a')]);
  const started = performance.now();
  await expect(run('a')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  expect(performance.now() - started).toBeLessThan(400);
  for (const one of await waiting) expect(one).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  for (let n = 0; n < 2; n++) await endFirst();
  await Promise.all(running);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

it('forgets work whose client left, and frees the slot of work that failed', async () => {
  const queue = open({ slots: 1 });
  const leaving = new AbortController();
  const { started, run, endFirst } = createWork(queue);
  const first = run('a', 'first');
  const left = run('b', 'left', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ status: 503 });
  await endFirst();
  await first;
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect([started, queue.running, queue.waiting]).toEqual([['first'], 0, 0]);
});

function setUp(limits: Partial<QueueOptions> = {}) {
  const queue = new FairQueue({
    slots: 1,
    placesPerClient: 4,
    places: 8,
    refuse: () => unavailable('Busy.'),
    ...limits,
  });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const outcomes: Record<string, string> = {};
  const add = (client: string, name: string, signal?: AbortSignal) => {
    void queue
      .run(
        client,
        () => {
          started.push(name);
          return new Promise<void>((done) => finish.push(done));
        },
        signal,
      )
      .then(
        () => (outcomes[name] = 'done'),
        (error: Error) => (outcomes[name] = error.message),
      );
  };
  const settle = () => new Promise((done) => setImmediate(done));
  const finishAll = async () => {
    for (;;) {
      await settle();
      const next = finish.shift();
      if (!next) return;
      next();
    }
  };
  return { add, started, finish, outcomes, settle, finishAll };
}

it('takes turns between clients', async () => {
  const { add, started, finishAll, outcomes } = setUp();
  for (const n of [1, 2, 3, 4]) add('a', `a${n}`);
  add('b', 'b1');
  add('c', 'c1');
  add('b', 'b2');
  await finishAll();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(Object.values(outcomes)).toEqual(Array.from({ length: 7 }, () => 'done'));
});

it('runs as much work at once as it has slots', async () => {
  const { add, started, settle, finishAll } = setUp({ slots: 2 });
  for (const n of [1, 2, 3]) add('a', `a${n}`);
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

it("refuses what exceeds a client's share, and makes room for others", async () => {
  const { add, outcomes, finishAll } = setUp({ places: 4 });
  for (const n of [1, 2, 3, 4, 5, 6]) add('a', `a${n}`);
  add('b', 'b1');
  await finishAll();
  expect(outcomes).toEqual({ a1: 'done', a2: 'done', a3: 'done', a4: 'done', a5: 'Busy.', a6: 'Busy.', b1: 'done' });
});

it('refuses newcomers when every client waits with one', async () => {
  const { add, outcomes, finishAll } = setUp({ places: 2 });
  add('a', 'a1');
  for (const client of ['b', 'c', 'd']) add(client, client);
  await finishAll();
  expect(outcomes).toEqual({ a1: 'done', b: 'done', c: 'done', d: 'Busy.' });
});

it('drops the work of a client that disconnects', async () => {
  const { add, started, outcomes, settle, finishAll } = setUp();
  const gone = new AbortController();
  add('a', 'a1');
  add('b', 'b1', gone.signal);
  add('c', 'c1', AbortSignal.abort());
  await settle();
  gone.abort();
  add('d', 'd1');
  await finishAll();
  expect(started).toEqual(['a1', 'd1']);
  expect(outcomes.b1).toMatch(/busy/i);
  expect(outcomes.c1).toMatch(/busy/i);
});
