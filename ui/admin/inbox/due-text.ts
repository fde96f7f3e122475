const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const plural = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** "3 days late", "Due in 5 hours", "Due in 12 days". */
export function describeDue(dueAt: string, now: number): { text: string; tone: 'bad' | 'warn' | 'neutral' } {
  const left = Date.parse(dueAt) - now;
  const amount = Math.abs(left);
  const span =
    amount < DAY ? plural(Math.max(1, Math.round(amount / HOUR)), 'hour') : plural(Math.round(amount / DAY), 'day');
  if (left < 0) return { text: `${span} late`, tone: 'bad' };
  return { text: `Due in ${span}`, tone: left < 2 * DAY ? 'warn' : 'neutral' };
}
