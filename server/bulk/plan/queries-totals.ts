import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { explainMatch, type Evidence } from '#server/listings/matching/matching.ts';
import type { Column } from '../read/headers.ts';
import type { RunCounts } from '../runs/run-messages.ts';
import { groupReasons, type Duplicate, type Problem } from '../runs/queries-runs.ts';
import { flagReasons } from '../refusal-reasons.ts';
import type { PlanOptions } from './queries-match.ts';
import { selectColumns, diffTable, matchTable, stageTable } from '../stage/stage-columns.ts';
import type { RefusedRow } from '../stage/stage.ts';

/** True if some service ids don't fit into service_mask, which has 62 bits. */
export async function hasHighServices(trx: Knex): Promise<boolean> {
  const [services] = await rows<{ exceedMask: boolean }>(
    trx,
    `select exists (select from services where id > 62) as exceed_mask`,
  );
  return services!.exceedMask;
}

/**
 * Rows to sample for each table, in units of 300. ANALYZE evaluates the conditions of two dozen partial indexes for each row, so
 * the usual 100 would take longer than the vacuum.
 */
const STATISTICS_TARGET = 30;

/**
 * Updates the visibility map, which index-only scans need to be fast, and the statistics of what queries look up. Autovacuum
 * gathers those of the other columns of listings. The listings and the keys take equally long, so each has its own connection.
 */
export async function vacuumDirectory(db: Knex): Promise<void> {
  const [indexed] = await rows<{ columns: string }>(
    db,
    `select string_agg(distinct quote_ident(attname), ', ') as columns from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indrelid = 'dentists'::regclass`,
  );
  const searchTables = 'listing_index, listing_words, name_words, dentist_services, facets';
  const vacuum = async (tables: string, columns: string) => {
    await db.raw(`vacuum ${tables}`);
    await db.transaction((trx) =>
      trx.raw(`set local default_statistics_target = ${STATISTICS_TARGET}; analyze ${columns}`),
    );
  };
  await Promise.all([
    vacuum('dentists, practices', `dentists (${indexed!.columns}), practices`),
    vacuum(searchTables, searchTables),
  ]);
}

export const setBulkMode = (trx: Knex, on: boolean) => trx.raw(`set local enamel.bulk = '${on ? 'on' : 'off'}'`);
export const rebuildSearch = (trx: Knex) => trx.raw(`select rebuild_search()`);
export async function countPlan(
  trx: Knex,
  runId: number,
  read: number,
  refusedAtStaging: number,
): Promise<Omit<RunCounts, 'blank' | 'flagged'>> {
  const [counts] = await rows<{
    staged: number;
    refused: number;
    deleted: number;
    matched: number;
    changed: number;
    kept: number;
  }>(
    trx,
    `select (select count(*) from ${stageTable(runId)}) as staged, (select count(distinct row) from plan_refused) as refused,
       (select count(*) from plan_deleted x where not exists (select from plan_refused b where b.row = x.row)) as deleted,
       (select count(*) from ${matchTable(runId)}) as matched,
       (select count(*) from ${diffTable(runId)} where after is not null) as changed,
       (select coalesce(sum((select count(*) from jsonb_object_keys(kept))), 0) from ${diffTable(runId)} where kept is not null) as kept`,
  );
  const { staged, refused, deleted, matched, changed, kept } = counts!;
  const unstaged = refusedAtStaging > 0 ? refusedAtStaging : read - staged;
  return {
    read,
    new: staged - refused - deleted - matched,
    changed,
    same: matched - changed,
    refused: refused + unstaged,
    deleted,
    kept,
  };
}

/** Lists the cells that are left blank because they can't be used, and the rows whose state and ZIP code disagree. */
export async function listCellProblems(
  trx: Knex,
  { runId, mapped, facts }: Pick<PlanOptions, 'runId' | 'mapped' | 'facts'>,
): Promise<Problem[]> {
  const stage = stageTable(runId);
  const isImported = `not exists (select from plan_refused b where b.row = s.row) and not exists (select from plan_deleted x where x.row = s.row)`;
  const blank =
    (facts?.hasProblems ?? true)
      ? await groupReasons(
          trx,
          `select e.value ->> 'why' as why, e.key as "column", s.line from ${stage} s, jsonb_each(s.problems) e where s.problems is not null and ${isImported}`,
          [],
        )
      : [];
  const flagged =
    mapped.has('state') && mapped.has('zipCode')
      ? await groupReasons(
          trx,
          `select '${flagReasons.stateAndZip}' as why, 'zipCode' as "column", s.line
           from ${stage} s join zips z on z.zip = left(s.zip_code, 5) where z.state <> s.state and ${isImported}`,
          [],
        )
      : [];
  return [
    ...blank.map((problem): Problem => ({ ...problem, outcome: 'blank' })),
    ...flagged.map((problem): Problem => ({ ...problem, outcome: 'flagged' })),
  ];
}

/** The rows that may repeat a listing, with the matcher's reason. */
export async function listDuplicates(trx: Knex, runId: number): Promise<Duplicate[]> {
  const found = await rows<Omit<Duplicate, 'why'> & { evidence: Evidence[] }>(
    trx,
    `select s.line, m.dentist_id, d.name, m.evidence from plan_duplicates m join ${stageTable(runId)} s on s.row = m.row
     join dentists d on d.id = m.dentist_id
     where not exists (select from plan_refused b where b.row = m.row) order by s.line limit 200`,
  );
  return found.map(({ evidence, ...duplicate }) => ({ ...duplicate, why: explainMatch(evidence) }));
}

/** Deletes the refusals of a dry run that no longer apply. */
export async function deleteStaleRefusals(trx: Knex, db: Knex, runId: number): Promise<void> {
  const staleRows = await rows<{ row: number }>(
    trx,
    `select r.row from import_refusals r join ${stageTable(runId)} s on s.row = r.row
     where r.run_id = ? and not exists (select from plan_refused b where b.row = r.row)`,
    [runId],
  );
  if (staleRows.length > 0)
    await rows(db, `delete from import_refusals where run_id = ? and row = any(?)`, [
      runId,
      staleRows.map(({ row }) => row),
    ]);
}

/** Rebuilds the cells of refused rows from the stage, because the file of a dry run is deleted before it's applied. */
export async function listStagedCells(
  trx: Knex,
  runId: number,
  reasonsByRow: Map<number, RefusedRow['reasons']>,
  { headers, columns }: { headers: string[]; columns: Column[] },
): Promise<RefusedRow[]> {
  const columnByField = new Map(
    selectColumns(new Set(columns.flatMap(({ field }) => (field === null ? [] : [field])))).map((column) => [
      column.field,
      column.column,
    ]),
  );
  const stagedRows = await rows<{
    row: number;
    line: number;
    cells: Record<string, unknown>;
    raw: Record<string, string> | null;
  }>(trx, `select s.row, s.line, to_jsonb(s) as cells, s.raw from ${stageTable(runId)} s where s.row = any(?)`, [
    [...reasonsByRow.keys()].slice(0, 10_000),
  ]);
  return stagedRows.map(({ row, line, cells, raw }) => ({
    row,
    line,
    reasons: reasonsByRow.get(row)!,
    cells: headers.map((_, index) => {
      const field = columns[index]?.field;
      if (!field) return '';
      const value = raw?.[field] ?? (field === 'id' ? cells.id : cells[columnByField.get(field) ?? '']);
      return value == null ? '' : String(value as string | number | boolean);
    }),
  }));
}

/** Stops counting at the limit, because the directory may be large. */
export async function hasFewerListingsThan(trx: Knex, limit: number): Promise<boolean> {
  const [row] = await rows<{ n: number }>(
    trx,
    `select count(*) as n from (select from dentists where deleted_at is null limit ?) d`,
    [limit],
  );
  return row!.n < limit;
}
