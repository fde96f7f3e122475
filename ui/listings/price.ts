import type { WhiteningPrice } from '#contract/listings/listings.ts';
import { formatCalendarMonth, formatNumber } from '#ui/kit/format.ts';

const dollars = (amount: number): string => `$${formatNumber(amount)}`;

/** "$299 to $450", or "from $299". */
export const describePrice = ({ from, to }: Pick<WhiteningPrice, 'from' | 'to'>): string =>
  to === null ? `from ${dollars(from)}` : `${dollars(from)} to ${dollars(to)}`;

export const describeLowestPrice = ({ from }: Pick<WhiteningPrice, 'from'>): string =>
  `Whitening from ${dollars(from)}`;

/** "Stated by the practice in March 2026." */
export function describePriceSource({ statedBy, statedOn }: Pick<WhiteningPrice, 'statedBy' | 'statedOn'>): string {
  const month = formatCalendarMonth(statedOn);
  if (statedBy === 'practice') return `Stated by the practice in ${month}.`;
  return statedBy === 'staff' ? `Stated by our staff in ${month}.` : `From imported data, ${month}.`;
}
