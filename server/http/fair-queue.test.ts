import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function setUp(limits: { slots?: number; waitingPerClient?: number; waitingInAll?: number } = {}) {
  const queue = new FairQueue({ slots: 1, waitingPerClient: 4, waitingInAll: 8, busySentence: 'Busy.', ...limits });
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
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
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
  const { add, outcomes, finishAll } = setUp({ waitingInAll: 4 });
  for (const n of [1, 2, 3, 4, 5, 6]) add('a', `a${n}`);
  add('b', 'b1');
  await finishAll();
  expect(outcomes).toEqual({ a1: 'done', a2: 'done', a3: 'done', a4: 'done', a5: 'Busy.', a6: 'Busy.', b1: 'done' });
});

it('refuses newcomers when every client waits with one', async () => {
  const { add, outcomes, finishAll } = setUp({ waitingInAll: 2 });
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
