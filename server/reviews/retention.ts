import { FINGERPRINT_DAYS, INVITATION_DAYS } from '#shared/reviews/review.ts';
import type { Deps } from '#server/base/http/context.ts';
import { endInvitationsBefore, eraseNetworkKeys } from './queries.ts';

const DAY = 86_400_000;

/** Ends invitations that no one used, and erases old fingerprints of networks. */
export async function eraseOldTraces({ db, clock, log }: Pick<Deps, 'clock' | 'db' | 'log'>): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const ended = await endInvitationsBefore(db, daysAgo(INVITATION_DAYS), now);
  // A day earlier, because the job runs once a day.
  const erased = await eraseNetworkKeys(db, daysAgo(FINGERPRINT_DAYS - 1));
  if (ended + erased > 0) log.info({ ended, erased }, 'traces of reviews erased');
}
