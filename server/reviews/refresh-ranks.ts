import type { Deps } from '#server/base/http/context.ts';
import { refreshSums } from './queries-ranks.ts';

/** Counts reviews half that have become two years old, because no change of a review does. */
export async function refreshRanks({ db, clock, log }: Pick<Deps, 'clock' | 'db' | 'log'>): Promise<void> {
  const count = await refreshSums(db, clock.now());
  if (count > 0) log.info({ count }, 'ranks changed because reviews became old');
}
