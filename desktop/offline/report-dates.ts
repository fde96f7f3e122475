const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
};

/** “2026-01-15” becomes “January 15, 2026.” */
const formatDay = inUtc({ year: 'numeric', month: 'long', day: 'numeric' });
/** “2026-01-15” becomes “Jan 15, 2026.” */
export const formatShortDay = inUtc({ year: 'numeric', month: 'short', day: 'numeric' });
/** “2026-01-15” becomes “Jan 15.” */
export const formatMonthDay = inUtc({ month: 'short', day: 'numeric' });

/** “January 9 to 15, 2026”, with as much of the first date as the second doesn't repeat. */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(to);
  const [month, year] = [from.slice(0, 7) === to.slice(0, 7), from.slice(0, 4) === to.slice(0, 4)];
  if (month) return `${formatDay(from).replace(/,.*/, '')} to ${formatDay(to).replace(/^\w+ /, '')}`;
  return `${year ? formatDay(from).replace(/,.*/, '') : formatDay(from)} to ${formatDay(to)}`;
}
