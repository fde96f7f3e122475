import { addDays, daysBetween } from '#shared/insights/report-zone.ts';
import type { Period } from '#shared/insights/report-zone.ts';

/** A power of two of days. The number of the first day is a multiple of the size. */
export interface Block {
  size: number;
  day: string;
}
export const LARGEST_BLOCK = 256;

const EPOCH = '1970-01-01';
const dayNumber = (day: string): number => daysBetween(EPOCH, day) - 1;

/** The blocks of two or more days that end with this day. */
export function blocksCompletedBy(day: string): Block[] {
  const next = dayNumber(day) + 1;
  const blocks: Block[] = [];
  for (let size = 2; size <= LARGEST_BLOCK && next % size === 0; size *= 2)
    blocks.push({ size, day: addDays(day, 1 - size) });
  return blocks;
}

/** The fewest blocks that cover a period without overlap. Before `firstBlockDay` there are only single days. */
export function coverPeriod({ from, to }: Period, firstBlockDay: string): Block[] {
  const blocks: Block[] = [];
  for (let day = from; day <= to;) {
    let size = 1;
    while (
      size < LARGEST_BLOCK &&
      day >= firstBlockDay &&
      dayNumber(day) % (size * 2) === 0 &&
      addDays(day, size * 2 - 1) <= to
    )
      size *= 2;
    blocks.push({ size, day });
    day = addDays(day, size);
  }
  return blocks;
}
