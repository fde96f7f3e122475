import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import type { Slice } from '#server/db/pagination.ts';
import type { RunRow } from './queries-runs.ts';
import { diffTable, matchTable, stageTable } from '../stage/stage-columns.ts';
import type { RefusedRow } from '../stage/stage.ts';

type Values = Record<string, unknown>;
export interface ChangedRow {
  line: number;
  dentistId: number;
  name: string | null;
  before: Values | null;
  after: Values | null;
  kept: Values | null;
  held: Values | null;
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

const staged = async (db: Knex, runId: number) =>
  (await rows<{ there: boolean }>(db, `select to_regclass(?) is not null as there`, [diffTable(runId)]))[0]!.there;

/** New listings: of a dry run from its rows, of a finished one from the directory. */
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
  if (!(await staged(db, id))) return { rows: [], total: 0 };
  const named = (run.mapping.columns ?? []).some(({ field }) => field === 'name' || field === 'lastName');
  const list = await rows<{ line: number; name: string | null }>(
    db,
    `select s.line, ${named ? 's.name' : 'null'} as name from ${stageTable(id)} s
     where not exists (select from ${matchTable(id)} m where m.row = s.row) and not exists (select from import_refusals r where r.run_id = ? and r.row = s.row)
       and not exists (select from listing_tombstones t where t.dentist_id = s.id)
       and s.line > ? order by s.row limit ? offset ?`,
    [id, after ?? 0, limit, offset],
  );
  return { rows: list.map((row) => ({ ...row, dentistId: null })), total };
}

export async function listChangedRows(db: Knex, run: RunRow, { limit, offset, after }: Slice) {
  const { id } = run;
  const ready = run.status === 'ready' && (await staged(db, id));
  const from = ready
    ? `select c.line, c.dentist_id, d.name, c.before, c.after, c.kept, case when c.kept is not null then to_jsonb(d) end as stored from ${diffTable(id)} c left join dentists d on d.id = c.dentist_id`
    : `select c.line, c.dentist_id, d.name, c.before, c.after, null::jsonb as kept, null::jsonb as stored from import_changes c left join dentists d on d.id = c.dentist_id where c.run_id = ${id}`;
  const list = await rows<ChangedRow & { stored: Values | null }>(
    db,
    `select * from (${from}) c where c.line > ? order by c.line limit ? offset ?`,
    [after ?? -1, limit, offset],
  );
  const [count] =
    after === undefined ? await rows<{ n: number }>(db, `select count(*) as n from (${from}) c`) : [{ n: null }];
  const all = await rows<{ kind: string; id: number; name: string }>(
    db,
    `select 'service' as kind, id, name from services union all select 'type', id, name from practice_types`,
  );
  const of = (kind: string) => new Map(all.filter((row) => row.kind === kind).map((row) => [row.id, row.name]));
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    rows: list.map(({ stored, ...row }): ChangedRow => ({
      ...row,
      held: row.kept && Object.fromEntries(Object.keys(row.kept).map((key) => [key, stored?.[snake(key)] ?? null])),
    })),
    total: count!.n,
    names: { services: of('service'), types: of('type') },
  };
}
