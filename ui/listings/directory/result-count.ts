import { formatNumber } from '#ui/kit/format.ts';

/** "1 Dentist Found", or "1,500+ Dentists Found" if the total is a lower bound. */
export const describeResultCount = ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
  `${formatNumber(total)}${totalIsExact ? '' : '+'} ${total === 1 ? 'Dentist' : 'Dentists'} Found`;
