import { expect, it } from 'vitest';
import { CancelableWork } from './cancelable-work.ts';

/** Work that ends when `finish` is called. */
function startWork() {
  let finish!: (result: string) => void;
  const work = new CancelableWork(
    (signal) =>
      new Promise<string>((done, fail) => {
        finish = done;
        signal.addEventListener('abort', () => fail(signal.reason as Error));
      }),
  );
  return { work, finish: (result: string) => finish(result) };
}

it('gives one result to all who wait', async () => {
  const { work, finish } = startWork();
  const waiting = [work.join(new AbortController().signal), work.join(null)];
  finish('sorted');
  expect(await Promise.all(waiting)).toEqual(['sorted', 'sorted']);
});

it('continues while one of its clients waits, and stops when the last has left', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { work } = startWork();
  const waiting = [work.join(first.signal), work.join(second.signal)];
  first.abort();
  expect(work.signal.aborted).toBe(false);
  second.abort();
  expect(work.signal.aborted).toBe(true);
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('stops at once for a client that had left before', () => {
  const { work } = startWork();
  work.join(AbortSignal.abort()).catch(() => undefined);
  expect(work.signal.aborted).toBe(true);
});

it('keeps its result when a client leaves after the end', async () => {
  const client = new AbortController();
  const { work, finish } = startWork();
  finish('sorted');
  expect(await work.join(client.signal)).toBe('sorted');
  client.abort();
  expect(work.signal.aborted).toBe(false);
  expect(await work.join(null)).toBe('sorted');
});
