import { expect, it } from 'vitest';
import { unavailable } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

const never = new AbortController().signal;
const open = (options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
  new FairQueue({
    slots: 2,
    slotsPerKey: 2,
    places: 4,
    placesPerKey: 3,
    waitMs: 10_000,
    refuse: () => unavailable('Full.'),
    ...options,
  });

/** Work that ends when the test says so, in the order in which it started. */
function createWork(queue: FairQueue) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name = key, signal = never) =>
    queue.run(key, signal, () => {
      started.push(name);
      return new Promise<void>((done) => void ends.push(done));
    });
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
  const queue = open({ slots: 3, slotsPerKey: 1 });
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
  await expect(left).rejects.toThrow('aborted');
  await endFirst();
  await first;
  await expect(queue.run('a', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect([started, queue.running, queue.waiting]).toEqual([['first'], 0, 0]);
});
