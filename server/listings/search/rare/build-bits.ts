import type { Knex } from 'knex';
import { searchThresholds } from '../search-thresholds.ts';
import { CHUNK, toHexBits } from './bitmaps.ts';
import { listFeatures } from './features.ts';
import { listHourFeatures } from './open-hours.ts';
import * as sql from './queries-bits.ts';
import { listStaffFeatures } from './staff-features.ts';

/** A whole chunk would keep requests of this process waiting for a tenth of a second. */
const LISTINGS_AT_ONCE = 1000;

async function collectBitmaps(trx: Knex, chunk: number): Promise<Map<number, string>> {
  const positions = new Map<number, number[]>();
  const hourFeatures = new Map<number, readonly number[]>();
  const end = (chunk + 1) * CHUNK;
  for (let start = chunk * CHUNK; start < end; start += LISTINGS_AT_ONCE) {
    const listings = await sql.readListings(trx, start, Math.min(end, start + LISTINGS_AT_ONCE));
    const scheduleIds = new Set(listings.flatMap(({ scheduleId }) => scheduleId ?? []));
    const newIds = [...scheduleIds].filter((id) => !hourFeatures.has(id));
    for (const week of newIds.length > 0 ? await sql.readWeekHours(trx, newIds) : [])
      hourFeatures.set(week.id, [...new Set(listHourFeatures(week))]);
    for (const listing of listings)
      for (const feature of [
        ...listFeatures(listing),
        ...(hourFeatures.get(listing.scheduleId ?? 0) ?? []),
        ...listStaffFeatures(listing),
      ]) {
        const list = positions.get(feature);
        if (list) list.push(listing.id % CHUNK);
        else positions.set(feature, [listing.id % CHUNK]);
      }
  }
  return new Map(Array.from(positions, ([feature, list]) => [feature, toHexBits(list)]));
}

/** Its snapshot shows either a change with its note or neither, so no change is forgotten. */
const buildChunk = (db: Knex, chunk: number): Promise<void> =>
  db.transaction(
    async (trx) => {
      await sql.lockFilterState(trx);
      await sql.replaceChunk(trx, chunk, await collectBitmaps(trx, chunk));
    },
    { isolationLevel: 'repeatable read' },
  );

/** A small directory needs no bitmaps, and keeps no notes for them. */
const dropBits = (db: Knex): Promise<void> =>
  db.transaction(async (trx) => {
    await sql.lockFilterState(trx);
    await sql.emptyBits(trx);
  });

/** Brings the bitmaps of a directory up to date that is large enough to use them. */
export async function buildFilterBits({ db }: { db: Knex }): Promise<void> {
  const { complete, epoch, size } = await sql.readFilterState(db);
  if (size <= searchThresholds.examined) return dropBits(db);
  for (const chunk of complete ? await sql.listChangedChunks(db) : await sql.listChunks(db))
    await buildChunk(db, chunk);
  if (!complete) await sql.markComplete(db, epoch);
}
