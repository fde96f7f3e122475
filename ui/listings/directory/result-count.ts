import { formatNumber } from '#ui/kit/format.ts';

/** "1 Dentist Found", or "1,500+ Dentists Found" if the total is a lower bound. */
export const describeResultCount = ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
  `${formatNumber(total)}${totalIsExact ? '' : '+'} ${total === 1 ? 'Dentist' : 'Dentists'} Found`;

/** "Showing 11-20 of 118 results", or "Showing 1 result". */
export function describeRange(
  first: number,
  count: number,
  { total, totalIsExact }: { total: number; totalIsExact: boolean },
): string {
  if (total === 1 && totalIsExact) return 'Showing 1 result';
  return `Showing ${formatNumber(first)}-${formatNumber(first + count - 1)} of ${formatNumber(total)}${totalIsExact ? '' : '+'} results`;
}
