import type { Knex } from 'knex';
import type { Decision, ReviewKind } from '#contract/bulk/review.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import { diffTable, matchTable, stageTable } from '../stage/stage-columns.ts';

interface ReviewedRow {
  row: number;
  line: number;
  name: string | null;
  dentistId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  why: string | null;
  decision: Exclude<Decision, 'apply'> | null;
}

/** The name in the file, or null if the file has none. */
const nameOf = (hasName: boolean) => (hasName ? 's.name' : 'cast(null as text)');

/** Selects row, line, name, dentist_id, before, after, and why. Duplicates come from the run itself. */
function selectKind(kind: ReviewKind, runId: number, hasName: boolean): string {
  const [stage, match, diff] = [stageTable(runId), matchTable(runId), diffTable(runId)];
  const nothing = 'cast(null as jsonb) as before, cast(null as jsonb) as after, cast(null as text) as why';
  switch (kind) {
    case 'new':
      return `select s.row, s.line, ${nameOf(hasName)} as name, cast(null as int) as dentist_id, ${nothing} from ${stage} s
        where not exists (select from ${match} m where m.row = s.row)
          and not exists (select from import_refusals r where r.run_id = ${runId} and r.row = s.row)
          and not exists (select from listing_tombstones t where t.dentist_id = s.id)`;
    case 'changed':
      return `select c.row, c.line, d.name, c.dentist_id, c.before, c.after, cast(null as text) as why
        from ${diff} c join dentists d on d.id = c.dentist_id where c.after is not null`;
    case 'same':
      return `select s.row, s.line, d.name, d.id as dentist_id, ${nothing} from ${match} m join ${stage} s on s.row = m.row
        join dentists d on d.id = m.dentist_id
        where not exists (select from ${diff} c where c.row = m.row and c.after is not null)`;
    case 'refused':
      return `select r.row, r.line, array_to_string(r.cells[1:3], ', ') as name, cast(null as int) as dentist_id,
        cast(null as jsonb) as before, cast(null as jsonb) as after,
        (select string_agg(e ->> 'why', ' ') from jsonb_array_elements(r.reasons) e) as why
        from import_refusals r where r.run_id = ${runId}`;
    case 'duplicates':
      return `select s.row, s.line, ${nameOf(hasName)} as name, cast(u.e ->> 'dentistId' as int) as dentist_id,
        cast(null as jsonb) as before, cast(null as jsonb) as after, u.e ->> 'why' as why
        from import_runs i, jsonb_array_elements(i.duplicates) u (e), ${stage} s
        where i.id = ${runId} and s.line = cast(u.e ->> 'line' as int)
        union all
        select r.row, r.line, array_to_string(r.cells[1:3], ', '), cast(null as int), null, null, e ->> 'why'
        from import_refusals r, jsonb_array_elements(r.reasons) e
        where r.run_id = ${runId} and (e ->> 'why' like 'This row is for the same listing%' or e ->> 'why' like 'Line % has the same%')`;
  }
}

interface ReviewFilter {
  runId: number;
  kind: ReviewKind;
  hasName: boolean;
  search?: string | undefined;
}
const searchCondition = (search: string | undefined) =>
  search ? `and (k.name ilike :search or k.why ilike :search or cast(k.line as text) = :line)` : '';
const searchValues = (search = '') => ({ search: `%${escapeLike(search)}%`, line: search });

export const hasReviewTables = async (db: Knex, runId: number): Promise<boolean> =>
  (await rows<{ exists: boolean }>(db, `select to_regclass(?) is not null as exists`, [diffTable(runId)]))[0]!.exists;

export async function listReviewRows(
  db: Knex,
  { runId, kind, hasName, search }: ReviewFilter,
  after: number,
  limit: number,
): Promise<ReviewedRow[]> {
  return rows<ReviewedRow>(
    db,
    `select k.*, x.decision from (${selectKind(kind, runId, hasName)}) k
     left join import_decisions x on x.run_id = :runId and x.row = k.row
     where k.row > :after ${searchCondition(search)} order by k.row limit :limit`,
    { runId, after, limit, ...searchValues(search) },
  );
}
export async function countReviewRows(db: Knex, { runId, kind, hasName, search }: ReviewFilter): Promise<number> {
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (${selectKind(kind, runId, hasName)}) k where true ${searchCondition(search)}`,
    searchValues(search),
  );
  return count!.n;
}

/** Decides about all rows of a kind that match, or about those of them with these numbers. */
export async function saveDecisions(
  db: Knex,
  { runId, kind, hasName, search }: ReviewFilter,
  decision: 'apply' | 'skip' | 'keep',
  numbers: readonly number[] | undefined,
): Promise<number> {
  const isChosen = `${searchCondition(search)} ${numbers ? 'and k.row = any(:numbers)' : ''}`;
  const values = { runId, decision, numbers: numbers ?? [], ...searchValues(search) };
  const chosen = `select distinct k.row from (${selectKind(kind, runId, hasName)}) k where true ${isChosen}`;
  const decided = await rows(
    db,
    decision === 'apply'
      ? `delete from import_decisions where run_id = :runId and row in (${chosen}) returning row`
      : `insert into import_decisions (run_id, row, decision) select :runId, row, :decision from (${chosen}) c
         on conflict (run_id, row) do update set decision = excluded.decision, dentist_id = null returning row`,
    values,
  );
  return decided.length;
}

/** Merges a row into a listing, or each possible duplicate into its own. */
export async function saveMerges(
  db: Knex,
  runId: number,
  hasName: boolean,
  merge: { row: number; dentistId: number } | null,
): Promise<number> {
  const merged = await rows(
    db,
    `insert into import_decisions (run_id, row, decision, dentist_id)
     ${
       merge
         ? `select :runId, s.row, 'merge', d.id from ${stageTable(runId)} s join dentists d on d.id = :dentistId and d.deleted_at is null where s.row = :row`
         : `select distinct on (k.row) :runId, k.row, 'merge', k.dentist_id from (${selectKind('duplicates', runId, hasName)}) k where k.dentist_id is not null order by k.row`
     }
     on conflict (run_id, row) do update set decision = excluded.decision, dentist_id = excluded.dentist_id returning row`,
    { runId, row: merge?.row ?? 0, dentistId: merge?.dentistId ?? 0 },
  );
  return merged.length;
}

/** Removes the rows that the operator skipped from the stage. Returns how many. */
export async function removeSkippedRows(trx: Knex, runId: number): Promise<number> {
  const skipped = await rows(
    trx,
    `delete from ${stageTable(runId)} s using import_decisions x where x.run_id = ? and x.row = s.row and x.decision = 'skip' returning s.row`,
    [runId],
  );
  return skipped.length;
}
export const countMerges = async (trx: Knex, runId: number): Promise<number> =>
  (
    await rows<{ n: number }>(
      trx,
      `select count(*) as n from import_decisions where run_id = ? and decision = 'merge'`,
      [runId],
    )
  )[0]!.n;

/** Rows whose values the operator rejected count as unchanged. */
export const removeKeptRows = (trx: Knex, runId: number) =>
  rows(
    trx,
    `delete from ${diffTable(runId)} c using import_decisions x where x.run_id = ? and x.row = c.row and x.decision = 'keep'`,
    [runId],
  );
