import type { Knex } from 'knex';
import { RefreshedValue } from '#server/db/refreshed-value.ts';
import { countByZip } from './queries-suggest.ts';

const TEN_MINUTES = 600_000;

const counts = new RefreshedValue(
  TEN_MINUTES,
  async (db) => new Map((await countByZip(db)).map(({ zip, count }) => [zip, count])),
);

/** About how many listings these ZIP codes have. */
export async function countInZips(db: Knex, zips: readonly string[]): Promise<number> {
  const byZip = await counts.get(db);
  return zips.reduce((sum, zip) => sum + (byZip.get(zip) ?? 0), 0);
}
