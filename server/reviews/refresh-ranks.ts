import type { Deps } from '#server/base/http/context.ts';
import { refreshSums } from './queries-ranks.ts';

/** Halves the weight of reviews that have turned two years old. No event says so, because the reviews don't change. */
export async function refreshRanks({ db, clock, log }: Pick<Deps, 'clock' | 'db' | 'log'>): Promise<void> {
  const count = await refreshSums(db, clock.now());
  if (count > 0) log.info({ count }, 'ranks changed because reviews became old');
}
