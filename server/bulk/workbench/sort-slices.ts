import { setImmediate as yieldToRequests } from 'node:timers/promises';

const COMPARES_PER_SLICE = 50_000;

/** Sorts row numbers by merging, and lets other requests run in between. Stable. */
export async function sortInSlices(
  numbers: Int32Array,
  compare: (a: number, b: number) => number,
  signal: AbortSignal | null = null,
): Promise<Int32Array> {
  let [source, target] = [numbers.slice(), new Int32Array(numbers.length)];
  let compares = 0;
  for (let width = 1; width < numbers.length; width *= 2) {
    for (let start = 0; start < numbers.length; start += width * 2) {
      const middle = Math.min(start + width, numbers.length);
      const end = Math.min(start + width * 2, numbers.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || compare(source[left]!, source[right]!) <= 0);
        target[at] = takesLeft ? source[left++]! : source[right++]!;
        // The last merges are as long as the file, so they have pauses, too.
        if (++compares < COMPARES_PER_SLICE) continue;
        compares = 0;
        await yieldToRequests();
        signal?.throwIfAborted();
      }
    }
    [source, target] = [target, source];
  }
  return source;
}

/** The numbers from 0, to sort positions instead of long rows. */
export function listPositions(count: number): Int32Array {
  const positions = new Int32Array(count);
  for (let position = 0; position < count; position++) positions[position] = position;
  return positions;
}
