import type { ClaimDossier } from '#contract/claims.ts';

/** A snoozed claim is pending, and leaves the queue until its time. */
export const isSnoozed = (
  { status, snoozedUntil }: Pick<ClaimDossier, 'snoozedUntil' | 'status'>,
  now: number,
): boolean => status === 'pending' && Boolean(snoozedUntil) && Date.parse(snoozedUntil!) > now;
