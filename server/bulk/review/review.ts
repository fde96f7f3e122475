import type { ReviewKind, ReviewRow } from '#contract/bulk/review.ts';
import { holdsNames } from '#shared/bulk/fields.ts';
import type { Deps } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { findRun, type RunRow } from '../runs/queries-runs.ts';
import { createChangeFormatter } from '../runs/format-changes.ts';
import { countReviewRows, hasReviewTables, listReviewRows, saveDecisions, saveMerges } from './queries-review.ts';

const PAGE_ROWS = 50;

async function findOpenRun({ db }: Pick<Deps, 'db'>, id: number): Promise<RunRow> {
  const run = await findRun(db, id);
  if (!run) throw notFound('We could not find this import.');
  if (run.status !== 'ready' || !(await hasReviewTables(db, id)))
    throw conflict('This import is no longer waiting for a decision.');
  return run;
}
const hasName = ({ mapping }: RunRow) => holdsNames(mapping.columns ?? []);

export async function listReviewPage(
  deps: Pick<Deps, 'db'>,
  runId: number,
  { kind, search, after }: { kind: ReviewKind; search?: string | undefined; after?: number | undefined },
): Promise<{ rows: ReviewRow[]; total: number }> {
  const run = await findOpenRun(deps, runId);
  const filter = { runId, kind, search, hasName: hasName(run) };
  const listChanges = await createChangeFormatter(deps.db);
  const rows = await listReviewRows(deps.db, filter, after ?? 0, PAGE_ROWS);
  return {
    total: await countReviewRows(deps.db, filter),
    rows: rows.map(({ before, after: next, decision, ...row }) => ({
      ...row,
      decision: decision ?? 'apply',
      changes: listChanges(next, before),
    })),
  };
}

type DecisionRequest =
  | { decision: 'apply' | 'skip' | 'keep'; rows?: number[] | undefined; kind: ReviewKind; search?: string | undefined }
  | { decision: 'merge'; row: number; dentistId: number }
  | { decision: 'mergeDuplicates' };

export async function decide(deps: Pick<Deps, 'db'>, runId: number, request: DecisionRequest): Promise<number> {
  const run = await findOpenRun(deps, runId);
  if (request.decision === 'mergeDuplicates') return saveMerges(deps.db, runId, hasName(run), null);
  if (request.decision === 'merge') {
    const merged = await saveMerges(deps.db, runId, hasName(run), request);
    if (merged === 0) throw notFound('We could not find this listing.');
    return merged;
  }
  const { decision, rows, kind, search } = request;
  return saveDecisions(deps.db, { runId, kind, search, hasName: hasName(run) }, decision, rows);
}
