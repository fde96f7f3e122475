import type { ClaimDossier } from '#contract/claims/claims.ts';

/** A snoozed claim is pending, and leaves the queue until its time. */
export const isSnoozed = (
  { status, snoozedUntil }: Pick<ClaimDossier, 'snoozedUntil' | 'status'>,
  now: number,
): boolean => status === 'pending' && Boolean(snoozedUntil) && Date.parse(snoozedUntil!) > now;

const HOUR = 3_600_000;
const plural = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** “back in 3 hours,” “back in 2 days.” Short, because the rows of the queue are narrow. */
export function describeReturn(snoozedUntil: string, now: number): string {
  const hours = Math.ceil((Date.parse(snoozedUntil) - now) / HOUR);
  return `back in ${hours < 24 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')}`;
}
