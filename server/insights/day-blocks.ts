import { addDays, daysBetween } from '#contract/report-zone.ts';
import type { Period } from '#contract/report-zone.ts';

/** Days in blocks of powers of two, each beginning where its size divides the number of the day. */
export interface Block {
  size: number;
  day: string;
}
export const LARGEST_BLOCK = 256;

const EPOCH = '1970-01-01';
const dayNumber = (day: string): number => daysBetween(EPOCH, day) - 1;

/** The blocks larger than a day that are whole once this day is. */
export function blocksCompletedBy(day: string): Block[] {
  const next = dayNumber(day) + 1;
  const found: Block[] = [];
  for (let size = 2; size <= LARGEST_BLOCK && next % size === 0; size *= 2)
    found.push({ size, day: addDays(day, 1 - size) });
  return found;
}

/** The fewest blocks that hold every day of a period once. Before `wholeFrom` there are only single days. */
export function coverPeriod({ from, to }: Period, wholeFrom: string): Block[] {
  const found: Block[] = [];
  for (let day = from; day <= to;) {
    let size = 1;
    while (
      size < LARGEST_BLOCK &&
      day >= wholeFrom &&
      dayNumber(day) % (size * 2) === 0 &&
      addDays(day, size * 2 - 1) <= to
    )
      size *= 2;
    found.push({ size, day });
    day = addDays(day, size);
  }
  return found;
}
