import { FINGERPRINT_DAYS, INVITATION_DAYS, REFUSED_PHOTO_DAYS } from '#shared/reviews/review.ts';
import type { Deps } from '#server/base/http/context.ts';
import { removeRefusedPhotos } from './photos/photos.ts';
import { endInvitationsBefore, eraseNetworkKeys } from './queries.ts';

const DAY = 86_400_000;

/** Ends invitations that no one used, and erases old fingerprints of networks and photos of refused reviews. */
export async function eraseOldTraces({ db, clock, log }: Pick<Deps, 'clock' | 'db' | 'log'>): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const ended = await endInvitationsBefore(db, daysAgo(INVITATION_DAYS), now);
  // A day earlier, because the job runs once a day.
  const erased = await eraseNetworkKeys(db, daysAgo(FINGERPRINT_DAYS - 1));
  const photos = await removeRefusedPhotos(db, daysAgo(REFUSED_PHOTO_DAYS - 1));
  if (ended + erased + photos > 0) log.info({ ended, erased, photos }, 'traces of reviews erased');
}
