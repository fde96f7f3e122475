import type { Knex } from 'knex';
import { holdsNames } from '#shared/bulk/fields.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import type { RunRow } from './queries-runs.ts';
import { diffTable, matchTable, stageTable } from '../stage/stage-columns.ts';
import type { RefusedRow } from '../stage/stage.ts';

type FieldValues = Record<string, unknown>;
interface ChangedRow {
  line: number;
  dentistId: number;
  name: string | null;
  before: FieldValues | null;
  after: FieldValues | null;
  /** New values that were ignored in favor of an owner or staff edit. */
  kept: FieldValues | null;
  /** The stored values of the fields in `kept`. */
  stored: FieldValues | null;
}

export async function listRefusedPage(db: Knex, runId: number, { limit, offset, after }: Slice) {
  const list = await rows<{ line: number; cells: string[]; reasons: RefusedRow['reasons'] }>(
    db,
    `select line, cells, reasons from import_refusals where run_id = ? and line > ? order by row limit ? offset ?`,
    [runId, after ?? -1, limit, offset],
  );
  if (after !== undefined) return { rows: list, total: null };
  const [count] = await rows<{ n: number }>(db, `select count(*) as n from import_refusals where run_id = ?`, [runId]);
  return { rows: list, total: count!.n };
}

export const listRefusedBatch = (db: Knex, runId: number, after: number, limit: number) =>
  rows<{ row: number; cells: string[]; reasons: RefusedRow['reasons'] }>(
    db,
    `select row, cells, reasons from import_refusals where run_id = ? and row > ? order by row limit ?`,
    [runId, after, limit],
  );

const hasStage = async (db: Knex, runId: number) =>
  (await rows<{ exists: boolean }>(db, `select to_regclass(?) is not null as exists`, [diffTable(runId)]))[0]!.exists;

/** Lists the new listings: from the staged rows of a dry run, otherwise from the directory. */
export async function listNewRows(db: Knex, run: RunRow, { limit, offset, after }: Slice) {
  const { id } = run;
  const total = after === undefined ? (run.rowsNew ?? 0) : null;
  if (run.status !== 'ready') {
    const list = await rows<{ dentistId: number; name: string }>(
      db,
      `select d.id as dentist_id, d.name from import_runs i, unnest(i.created_ids) r join dentists d on d.id >= lower(r) and d.id < upper(r)
       where i.id = ? and d.id > ? order by d.id limit ? offset ?`,
      [id, after ?? 0, limit, offset],
    );
    return { rows: list.map((row) => ({ ...row, line: null })), total };
  }
  if (!(await hasStage(db, id))) return { rows: [], total: 0 };
  const hasName = holdsNames(run.mapping.columns ?? []);
  const list = await rows<{ line: number; name: string | null }>(
    db,
    `select s.line, ${hasName ? 's.name' : 'null'} as name from ${stageTable(id)} s
     where not exists (select from ${matchTable(id)} m where m.row = s.row) and not exists (select from import_refusals r where r.run_id = ? and r.row = s.row)
       and not exists (select from listing_tombstones t where t.dentist_id = s.id)
       and s.line > ? order by s.row limit ? offset ?`,
    [id, after ?? 0, limit, offset],
  );
  return { rows: list.map((row) => ({ ...row, dentistId: null })), total };
}

export async function listChangedRows(db: Knex, run: RunRow, { limit, offset, after }: Slice) {
  const { id } = run;
  const isReady = run.status === 'ready' && (await hasStage(db, id));
  const changes = isReady
    ? `select c.line, c.dentist_id, d.name, c.before, c.after, c.kept, case when c.kept is not null then to_jsonb(d) end as listing from ${diffTable(id)} c left join dentists d on d.id = c.dentist_id`
    : `select c.line, c.dentist_id, d.name, c.before, c.after, null::jsonb as kept, null::jsonb as listing from import_changes c left join dentists d on d.id = c.dentist_id where c.run_id = ${id}`;
  const list = await rows<Omit<ChangedRow, 'stored'> & { listing: FieldValues | null }>(
    db,
    `select * from (${changes}) c where c.line > ? order by c.line limit ? offset ?`,
    [after ?? -1, limit, offset],
  );
  const [count] =
    after === undefined ? await rows<{ n: number }>(db, `select count(*) as n from (${changes}) c`) : [{ n: null }];
  const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    rows: list.map(({ listing, ...row }): ChangedRow => ({
      ...row,
      stored:
        row.kept && Object.fromEntries(Object.keys(row.kept).map((key) => [key, listing?.[toSnakeCase(key)] ?? null])),
    })),
    total: count!.n,
  };
}

/** The names of services and practice types by id. */
export async function listReferenceNames(db: Knex) {
  const references = await rows<{ kind: string; id: number; name: string }>(
    db,
    `select 'service' as kind, id, name from services union all select 'type', id, name from practice_types`,
  );
  const selectKind = (kind: string) =>
    new Map(references.filter((row) => row.kind === kind).map((row) => [row.id, row.name]));
  return { services: selectKind('service'), types: selectKind('type') };
}
