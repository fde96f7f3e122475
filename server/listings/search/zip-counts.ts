import type { Knex } from 'knex';
import { RefreshedValue } from '#server/db/refreshed-value.ts';
import { countByZip } from './queries-suggest.ts';

const TEN_MINUTES = 600_000;

/** The listings of each ZIP code, and of those that begin with one or two digits. */
const counts = new RefreshedValue(TEN_MINUTES, async (db) => {
  const byPrefix = new Map<string, number>();
  for (const { zip, count } of await countByZip(db))
    for (const prefix of [zip, zip.slice(0, 2), zip.slice(0, 1)])
      byPrefix.set(prefix, (byPrefix.get(prefix) ?? 0) + count);
  return byPrefix;
});

/** How many of these ZIP codes, the first ones, have about this many listings together. All of them if they have fewer. */
export async function countZipsWith(db: Knex, zips: readonly string[], listings: number): Promise<number> {
  const byPrefix = await counts.get(db);
  let sum = 0;
  const last = zips.findIndex((zip) => (sum += byPrefix.get(zip) ?? 0) >= listings);
  return last === -1 ? zips.length : last + 1;
}

/** About how many listings these ZIP codes have, or those that begin with these one or two digits. */
export async function countInZips(db: Knex, prefixes: readonly string[]): Promise<number> {
  const byPrefix = await counts.get(db);
  return prefixes.reduce((sum, prefix) => sum + (byPrefix.get(prefix) ?? 0), 0);
}
