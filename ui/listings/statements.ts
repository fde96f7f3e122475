import type { Profile } from '#contract/listings/listings.ts';
import { formatUtcDate } from '#ui/kit/format.ts';

/** True for something that was stated more than twelve months ago. */
export function isOld(statedOn: string | null, now: Date): boolean {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  return statedOn !== null && statedOn < yearAgo.toISOString().slice(0, 10);
}

/** "Stated on March 1, 2025, more than a year ago." Null for something newer. */
export const describeAge = (statedOn: string | null, now: Date): string | null =>
  statedOn !== null && isOld(statedOn, now) ? `Stated on ${formatUtcDate(statedOn)}, more than a year ago.` : null;

const origins = {
  practice: 'Confirmed by the practice',
  staff: 'Entered by our staff',
  registry: 'From the NPI registry',
  import: 'From imported data',
};

/** Names the last confirmation of a listing, or its origin, with the date; marked if that is more than a year ago. */
export function describeConfirmation(
  { confirmedAt, lastConfirmed }: Pick<Profile, 'confirmedAt' | 'lastConfirmed'>,
  now: Date,
): string {
  const { statedBy, statedOn } = lastConfirmed ?? { statedBy: null, statedOn: null };
  if (statedBy === null || statedOn === null) return 'From our records.';
  const isConfirmed = confirmedAt !== null;
  const origin = isConfirmed && statedBy === 'staff' ? 'Checked by our staff' : origins[statedBy];
  const sentence = `${origin}${isConfirmed || statedBy === 'staff' ? ' on' : ','} ${formatUtcDate(statedOn)}.`;
  return isOld(statedOn, now) ? `${sentence} That was more than a year ago.` : sentence;
}
