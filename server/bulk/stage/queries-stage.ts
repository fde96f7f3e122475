import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { findAddedPlanNames } from '#server/listings/plans/plans.ts';
import type { ReferenceIds } from '../clean/clean-cell.ts';
import type { RefusedRow } from './stage.ts';
import { selectColumns, diffTable, matchTable, stageTable, type StageColumn } from './stage-columns.ts';

const FIXED =
  'row, line, id, service_ids, service_mask, phone_key, name_norm, slug_base, place_row, week_row, raw, problems';

export async function createStage(trx: Knex, runId: number, columns: readonly StageColumn[]): Promise<void> {
  await trx.raw(`
    create unlogged table ${stageTable(runId)} (
      row integer not null, line integer not null, id integer, service_ids integer[], service_mask bigint,
      phone_key text collate "C", name_norm text collate "C", slug_base text collate "C",
      place_row integer, week_row integer, raw jsonb, problems jsonb
      ${columns.map(({ column, type }) => `, ${column} ${type}`).join('')}
    ) with (autovacuum_enabled = off)`);
}

export const copyIntoStage = (runId: number, columns: readonly StageColumn[]): string =>
  `copy ${stageTable(runId)} (${[FIXED, ...columns.map(({ column }) => column)].join(', ')}) from stdin`;

/** Fields that rows are matched to listings by. */
const MATCH_FIELDS = new Set(['npi', 'placeId', 'practice', 'address', 'city', 'state', 'zipCode']);

/** Adds the names that only the database can fold, and gathers the statistics that its planner needs. */
export async function finishStage(
  trx: Knex,
  runId: number,
  mapped: ReadonlySet<string>,
  hasUnfoldedNames: boolean,
): Promise<void> {
  const table = stageTable(runId);
  if (hasUnfoldedNames)
    await trx.raw(`update ${table} set name_norm = search_norm(name) where name_norm is null and name is not null`);
  const matchColumns = selectColumns(mapped).filter(({ field }) => MATCH_FIELDS.has(field));
  await trx.raw(
    `analyze ${table} (row, id, phone_key, name_norm${matchColumns.map(({ column }) => `, ${column}`).join('')})`,
  );
}

export async function dropStage(trx: Knex, runId: number): Promise<void> {
  await trx.raw(
    `drop table if exists ${diffTable(runId)}, ${matchTable(runId)}, ${stageTable(runId)}, ${stageTable(runId)}_registry`,
  );
}

/** False for the staging table of an older release, which lacks a column. */
export async function stageExists(trx: Knex, runId: number, rowsRead: number): Promise<boolean> {
  const [table] = await rows<{ isCurrent: boolean }>(
    trx,
    `select exists (select from pg_attribute where attrelid = to_regclass(?) and attname = 'week_row') as is_current`,
    [stageTable(runId)],
  );
  if (!table?.isCurrent) return false;
  // Postgres empties unlogged tables after a crash.
  if (rowsRead === 0) return true;
  return (await rows(trx, `select from ${stageTable(runId)} limit 1`)).length > 0;
}

export async function listReferenceIds(trx: Knex): Promise<ReferenceIds> {
  const names = await rows<{ kind: string; id: number; name: string }>(
    trx,
    `select 'service' as kind, id, lower(unnest(former_names)) as name from services
     union all select 'type', id, lower(unnest(former_names)) from practice_types
     union all select 'service', id, lower(name) from services
     union all select 'type', id, lower(name) from practice_types`,
  );
  const selectKind = (kind: string) =>
    new Map(names.filter((row) => row.kind === kind).map(({ name, id }) => [name, id]));
  return { services: selectKind('service'), practiceTypes: selectKind('type'), plans: await findAddedPlanNames(trx) };
}

/** Formats a text[] literal, because the driver flattens nested arrays. */
const formatArray = (cells: readonly string[]) =>
  `{${cells.map((cell) => `"${cell.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

export async function addRefusals(trx: Knex, runId: number, refused: readonly RefusedRow[]): Promise<void> {
  for (let at = 0; at < refused.length; at += 500) {
    const batch = refused.slice(at, at + 500);
    await trx.raw(
      `insert into import_refusals (run_id, row, line, cells, reasons)
       select :runId, r, l, cast(c as text[]), cast(w as jsonb)
       from unnest(cast(:rows as int[]), cast(:lines as int[]), cast(:cells as text[]), cast(:reasons as text[])) as t (r, l, c, w)
       on conflict (run_id, row) do nothing`,
      {
        runId,
        rows: batch.map(({ row }) => row),
        lines: batch.map(({ line }) => line),
        cells: batch.map(({ cells }) => formatArray(cells)),
        reasons: batch.map(({ reasons }) => JSON.stringify(reasons)),
      },
    );
  }
}

/** The rows that the database refused, with the reasons. Their cells must be read from the file again. */
export async function listDatabaseRefusals(trx: Knex, runId: number): Promise<Map<number, RefusedRow['reasons']>> {
  const refused = await rows<{ row: number; reasons: RefusedRow['reasons'] }>(
    trx,
    `select b.row, jsonb_agg(jsonb_build_object('column', b.field, 'why', b.why) order by b.field nulls first, b.why) as reasons
     from plan_refused b where not exists (select from import_refusals r where r.run_id = ? and r.row = b.row) group by b.row`,
    [runId],
  );
  return new Map(refused.map(({ row, reasons }) => [row, reasons]));
}
