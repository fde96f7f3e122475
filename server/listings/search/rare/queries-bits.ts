import type { Knex } from 'knex';
import { rows, unnestLists } from '#server/db/knex.ts';
import { flagsSql } from '#server/listings/admin/queries-flags.ts';
import { addConditions, addScopeCondition, Sql, type Filter, type Keys } from '../queries-conditions.ts';
import { sortColumnsOf } from '../queries-walk.ts';
import { rankRanges, type Order } from '../rank.ts';
import { CHUNK } from './bitmaps.ts';
import type { FeatureRow } from './features.ts';
import type { WeekHours } from './open-hours.ts';
import type { StaffFeatureRow } from './staff-features.ts';

/** The listings among these that match, in order. */
export async function findMatches(
  db: Knex,
  keys: Keys,
  filter: Filter,
  ids: readonly number[],
  { order, paidFirst, skip }: { order: Order; paidFirst: boolean; skip?: readonly number[] | undefined },
): Promise<number[]> {
  const { rank } = rankRanges(order, paidFirst);
  // The names of the keys, which searches by name look through.
  const sql = new Sql().add(
    `select d.id from (select id, rank, listing_names(name_norm, practice_norm) as name_norm, state, city_id, zip3, zip5, service_mask,
       flags, schedule_id, plan_mask, traits, whitening_price_from from `,
  );
  // The index of the ids has the ZIP codes, so only listings in an area are read from the table.
  const isArea = keys.zips.length > 0 && keys.zip3s.length === 0;
  const listed = `${unnestLists(['int[]'], 'as listed (id)')} join dentists d using (id) where d.deleted_at is null`;
  if (isArea) {
    addScopeCondition(sql.add(`(select d.id from ${listed} and `, ids), keys);
    sql.add('true offset 0) nearby join dentists using (id) offset 0) d ');
  } else sql.add(`${listed} offset 0) d `, ids);
  const isByDistance = order === 'distance' && keys.miles !== null;
  if (isByDistance)
    sql.add('join unnest(?::text[], ?::real[]) as lookup (key, miles) on lookup.key = d.zip5 ', keys.zips, keys.miles);
  sql.add('where ');
  if (!isArea) addScopeCondition(sql, keys);
  addConditions(sql, filter, skip);
  sql.add(` order by ${sortColumnsOf(isByDistance || order !== 'distance' ? order : 'best', rank).join(', ')}`);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
}

export async function readFilterState(db: Knex): Promise<{ complete: boolean; epoch: number; size: number }> {
  await rows(db, `insert into filter_state default values on conflict do nothing`);
  const [state] = await rows<{ complete: boolean; epoch: number; size: number }>(
    db,
    `select complete, epoch, (select coalesce(sum(n), 0) from facets where scope = 'all' and service_id = 0)::int as size from filter_state`,
  );
  return state!;
}

export const markComplete = (db: Knex, epoch: number) =>
  rows(db, `update filter_state set complete = true where epoch = :epoch`, { epoch });

export async function emptyBits(trx: Knex): Promise<void> {
  await rows(trx, `update filter_state set complete = false, epoch = epoch + 1 where complete`);
  await rows(trx, `delete from filter_bits`);
  await rows(trx, `delete from filter_changes`);
}

/** The chunks that hold listings. */
export const listChunks = async (db: Knex): Promise<number[]> =>
  (
    await rows<{ chunk: number }>(
      db,
      `with recursive chunks as (
         select min(id) / :size as chunk from dentists
         union all
         select (select min(id) from dentists where id >= (c.chunk + 1) * :size) / :size from chunks c where c.chunk is not null)
       select chunk from chunks where chunk is not null`,
      { size: CHUNK },
    )
  ).map((row) => row.chunk);

export const listChangedChunks = async (db: Knex): Promise<number[]> =>
  (
    await rows<{ chunk: number }>(db, `select distinct dentist_id / :size as chunk from filter_changes order by 1`, {
      size: CHUNK,
    })
  ).map((row) => row.chunk);

/** Builds one chunk at a time, and keeps it from a reset. The lock comes before the snapshot of the transaction. */
export const lockFilterState = (trx: Knex) => trx.raw('lock table filter_state in share row exclusive mode');

/** The listings with ids from `start` to before `end`. */
export const readListings = (trx: Knex, start: number, end: number): Promise<(FeatureRow & StaffFeatureRow)[]> =>
  rows(
    trx,
    `select d.id, d.state, d.zip3, d.service_mask::text, d.plan_mask::text, d.flags, d.traits, d.whitening_price_from as price,
       coalesce(w.open_days, 0) as days, coalesce(w.open_evenings, 0) as evenings, d.is_pro_max, d.schedule_id,
       ${flagsSql} as staff_flags, d.practice_type_id
     from dentists d left join schedules s on s.id = d.schedule_id left join schedules w on w.id = coalesce(s.week_id, s.id)
     where d.id >= ? and d.id < ? and d.deleted_at is null`,
    [start, end],
  );

/** The open hours of these schedules. A schedule with holiday hours has those of its week, too. */
export const readWeekHours = (trx: Knex, scheduleIds: readonly number[]): Promise<({ id: number } & WeekHours)[]> =>
  rows(
    trx,
    `select s.id, s.time_zone, s.open_slots || coalesce(w.open_slots, '{}') as hours,
       array(select slot from unnest(s.open_slots) slot
         where s.week_id is null and s.open_hours @> int4range(slot * 60, slot * 60 + 60)) as whole_hours
     from schedules s left join schedules w on w.id = s.week_id where s.id = any(?::int[])`,
    [scheduleIds],
  );

/** Replaces the bitmaps of a chunk, and forgets the changes that they include. */
export async function replaceChunk(trx: Knex, chunk: number, bitmaps: ReadonlyMap<number, string>): Promise<void> {
  await rows(trx, `delete from filter_bits where chunk = ?`, [chunk]);
  await rows(
    trx,
    `insert into filter_bits (feature, chunk, bits)
     select f.feature, ?::int, ('x' || f.hex)::bit(${CHUNK}) from unnest(?::smallint[], ?::text[]) as f (feature, hex)`,
    [chunk, [...bitmaps.keys()], [...bitmaps.values()]],
  );
  await rows(trx, `delete from filter_changes where dentist_id >= ? and dentist_id < ?`, [
    chunk * CHUNK,
    (chunk + 1) * CHUNK,
  ]);
}
