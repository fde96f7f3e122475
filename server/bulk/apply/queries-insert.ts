import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { databaseReasons } from '../refusal-reasons.ts';
import { buildStamp, type ApplyOptions } from './queries-apply.ts';
import { buildNormColumns, buildPracticeJoin, defaults, deriveSearchColumns, indexListings } from './queries-derive.ts';
import { EVERY_FIELD } from '#server/listings/field-sources.ts';
import { buildOpenFilter } from '../plan/queries-match.ts';
import { selectColumns, stageTable } from '../stage/stage-columns.ts';

/** Assigns an id to every new listing. Keeps free ids of the file, so that an export restores the same listings. */
export async function assignIds(trx: Knex, { runId, mapped }: Pick<ApplyOptions, 'runId' | 'mapped'>): Promise<number> {
  const stage = stageTable(runId);
  const isOpen = await buildOpenFilter(trx, runId);
  const hasIds = mapped.has('id');
  if (hasIds)
    await trx.raw(`
      select setval(pg_get_serial_sequence('dentists', 'id'), greatest(
        (select max(id) from ${stage} s where ${isOpen}), (select last_value from dentists_id_seq))) where exists (select from ${stage} s where s.id is not null and ${isOpen})`);
  // Rows are numbered in file order, so that the same file always gets the same ids.
  await trx.raw(`
    create temporary table plan_new on commit drop as
      select s.row, ${hasIds ? 'case when s.id is null then' : ''} nextval('dentists_id_seq')::int ${hasIds ? 'else s.id end' : ''} as id
      from (select s.row${hasIds ? ', s.id' : ''} from ${stage} s where ${isOpen} order by s.row offset 0) s`);
  const [count] = await rows<{ n: number }>(trx, `select count(*) as n from plan_new`);
  if (count!.n > 0) await trx.raw(`create index on plan_new (row); analyze plan_new`);
  return count!.n;
}

/** Creates the table of new rows empty, because later statements read it. */
export async function createNoNewRows(trx: Knex): Promise<void> {
  await trx.raw(`create temporary table if not exists plan_new (row integer, id integer) on commit drop`);
}

/** Refuses ids far above the highest one. They come from other directories and would exhaust the sequence. */
export async function refuseFarIds(trx: Knex, runId: number): Promise<void> {
  await trx.raw(`
    insert into plan_refused select s.row, 'id', '${databaseReasons.idOutOfRange}' from ${stageTable(runId)} s
    where s.id > (select coalesce(max(id), 0) + 5000000 from dentists) and not exists (select from plan_refused b where b.row = s.row)`);
}

function buildInsertColumns(mapped: ReadonlySet<string>, ratingSource: string): [string, string][] {
  const columns = selectColumns(mapped)
    .filter(({ field }) => field !== 'practice' && field !== 'ratingSource' && field !== 'whiteningPriceOn')
    .map(({ column }): [string, string] => [
      column,
      defaults[column] ? `coalesce(s.${column}, ${defaults[column]})` : `s.${column}`,
    ]);
  // A price without a date was stated when it was imported.
  const priceDate = mapped.has('whiteningPriceOn') ? 's.whitening_price_on' : 'null';
  if (mapped.has('whiteningPriceFrom'))
    columns.push([
      'whitening_price_on',
      `case when s.whitening_price_from is not null then coalesce(${priceDate}, cast(:at as timestamptz)::date) end`,
    ]);
  if (mapped.has('rating'))
    columns.push([
      'rating_source',
      `case when s.rating is not null then ${mapped.has('ratingSource') ? `coalesce(s.rating_source, ${ratingSource})` : ratingSource} end`,
    ]);
  else if (mapped.has('ratingSource')) columns.push(['rating_source', 's.rating_source']);
  return columns;
}

const SOURCES_COLUMN: [string, string] = ['field_sources', 'cast(:fieldSources as jsonb)'];

/** New listings store a single source for all fields, because a source per field would take as much room as the listing. */
const buildFieldSources = (options: ApplyOptions): string => JSON.stringify({ [EVERY_FIELD]: buildStamp(options) });

/** Inserts a few listings. The triggers of the directory derive the other columns. */
export async function insertFewListings(trx: Knex, options: ApplyOptions): Promise<void> {
  const { runId, mapped, at, ratingSource } = options;
  const columns = [...buildInsertColumns(mapped, 'cast(:ratingSource as text)'), SOURCES_COLUMN];
  await trx.raw(
    `insert into dentists (id, ${columns.map(([name]) => name).join(', ')}${mapped.has('practice') ? ', practice_id' : ''}, created_at, updated_at)
     select n.id, ${columns.map(([, value]) => value).join(', ')}${mapped.has('practice') ? ', pp.practice_id' : ''}, cast(:at as timestamptz), cast(:at as timestamptz)
     from plan_new n join ${stageTable(runId)} s on s.row = n.row ${buildPracticeJoin(mapped)} order by n.id`,
    { at, ratingSource, fieldSources: buildFieldSources(options) },
  );
  await insertServices(trx, runId, mapped);
}

async function insertServices(trx: Knex, runId: number, mapped: ReadonlySet<string>): Promise<void> {
  if (!mapped.has('services')) return;
  await trx.raw(
    `insert into dentist_services (dentist_id, service_id) select n.id, unnest(s.service_ids) from plan_new n join ${stageTable(runId)} s on s.row = n.row where s.service_ids is not null`,
  );
}

/** False if the database role isn't allowed to. */
async function disableRowTriggers(trx: Knex): Promise<boolean> {
  const [triggers] = await rows<{ disabled: boolean }>(trx, `select leave_row_triggers() as disabled`);
  return triggers!.disabled;
}

/** Inserts many listings with set-based queries, and writes each row once. */
export async function insertManyListings(trx: Knex, options: ApplyOptions, step: () => Promise<void>): Promise<void> {
  const { runId, mapped, at, ratingSource } = options;
  await deriveSearchColumns(trx, options);
  await step();
  // The queries below do the work of these triggers.
  const triggersDisabled = await disableRowTriggers(trx);
  const columns: [string, string][] = [
    ...buildInsertColumns(mapped, 'cast(:ratingSource as text)'),
    SOURCES_COLUMN,
    ['service_mask', mapped.has('services') ? 'coalesce(s.service_mask, 0)' : '0'],
    ['time_zone', 'r.zone'],
    ['city_id', 'r.city_id'],
    ['schedule_id', 'r.schedule_id'],
    ['practice_id', 'r.practice_id'],
    ['practice_norm', 'r.practice_norm'],
    ['slug', 'r.slug'],
    ...buildNormColumns(mapped),
  ];
  // Neighboring rows of most indexes are of one city, so they are added to pages that are still in the processor's cache.
  await trx.raw(
    `insert into dentists (id, ${columns.map(([name]) => name).join(', ')}, created_at, updated_at)
     select r.id, ${columns.map(([, value]) => value).join(', ')}, cast(:at as timestamptz), cast(:at as timestamptz)
     from ${stageTable(runId)} s join plan_ready r on r.row = s.row order by r.city_id`,
    { at, ratingSource, fieldSources: buildFieldSources(options) },
  );
  await step();
  await insertServices(trx, runId, mapped);
  if (triggersDisabled)
    await trx.raw(`
      set local session_replication_role = origin;
      select check_references('dentists', 'id'), check_references('dentist_services', 'dentist_id')`);
  await indexListings(trx, 'select id from plan_new');
}

/** Returns the ids of new listings as a multirange, because they are mostly consecutive. */
export async function findCreatedRanges(trx: Knex): Promise<string> {
  const [created] = await rows<{ ids: string }>(
    trx,
    `select coalesce(range_agg(int4range(lo, hi + 1)), '{}')::text as ids from (
       select min(id) as lo, max(id) as hi from (select id, id - row_number() over (order by id) as island from plan_new) n group by island) i`,
  );
  return created!.ids;
}
