import type { Shown } from '#contract/dashboard.ts';
import { formatCalendarMonthDay, formatNumber } from '#ui/kit/format.ts';

/** "12 calls". */
export const countOf = (n: number, [one, many]: readonly [one: string, many: string]): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;

/** "3 more than in the prior 30 days". */
export function describeChange(
  now: number,
  before: number,
  days: number,
  { format = formatNumber, less = 'fewer', same = 'As many' } = {},
): string {
  const prior = days === 1 ? 'the day before' : `the prior ${days} days`;
  if (now === 0 && before === 0) return `Same as in ${prior}`;
  if (now === before) return `${same} as in ${prior}`;
  const difference = format(Math.abs(now - before));
  return `${difference} ${now > before ? 'more' : less} than in ${prior}`;
}

/** "3 more than the month before", for the last 30 days of a practice. */
export function describeMonth(now: number, before: number): string {
  if (now === before) return 'Same as the month before';
  return `${formatNumber(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than the month before`;
}

/** Says since when searches were counted, if that is not for two whole periods yet. Today is never counted yet. */
export function describeShown({ now, before, since }: Shown, days: number): string {
  if (since) return `Counted since ${formatCalendarMonthDay(since)}`;
  if (before === null) return 'Until yesterday';
  return days === 30 ? describeMonth(now, before) : describeChange(now, before, days);
}

/** The words for each figure of a listing. */
export const figureNouns = {
  calls: ['call', 'calls'],
  shown: ['time shown in search', 'times shown in search'],
  views: ['profile view', 'profile views'],
  appointments: ['appointment request', 'appointment requests'],
  reviews: ['review', 'reviews'],
  directions: ['request for directions', 'requests for directions'],
  website: ['website click', 'website clicks'],
} as const;
