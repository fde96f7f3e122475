import { expect, it } from 'vitest';
import { listPositions, sortInSlices } from './sort-slices.ts';

it('sorts stably, and lets other requests run during its longest merges', async () => {
  const keys = Array.from({ length: 200_000 }, (_, n) => (n * 7919) % 1_000);
  let [compares, most, isDone] = [0, 0, false];
  const watch = () => {
    most = Math.max(most, compares);
    compares = 0;
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  const order = await sortInSlices(listPositions(keys.length), (a, b) => (compares++, keys[a]! - keys[b]!));
  isDone = true;
  const expected = [...keys.keys()].toSorted((a, b) => keys[a]! - keys[b]! || a - b);
  expect([...order]).toEqual(expected);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(50_000);
});
