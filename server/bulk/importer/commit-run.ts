import type { Knex } from 'knex';
import { conflict, Refusal } from '#server/base/http/errors.ts';
import type { AuditActor } from '#server/audit/audit.ts';
import { planRun } from './plan.ts';
import { listWarnings } from './warnings.ts';
import { addDerivedFields, detectSource } from '../read/headers.ts';
import { prepareDirectory } from '#server/bulk/registry/registry-import.ts';
import { originOf } from '#server/bulk/runs/feed-run.ts';
import { dateRegistry } from '#server/bulk/runs/registry-run.ts';
import { stageExists } from '../stage/queries-stage.ts';
import { finishRun } from './finish-run.ts';
import { runWithImportLock, type BulkDeps, type StartedRun } from './import-lock.ts';
import { findRun, lockRun, saveProgress, updateRun, type RunOptions } from '../runs/queries-runs.ts';
import type { RunCounts } from '../runs/run-messages.ts';

/** Applies a dry run. The rows are planned again because the directory may have changed. */
export async function commitRun(
  deps: BulkDeps,
  actor: AuditActor,
  runId: number,
  changedOptions: RunOptions,
  {
    onStart,
    isUnattended = false,
  }: {
    /** Runs in the transaction that starts the run. If it throws, the dry run stays as it is. */
    onStart?: (trx: Knex) => Promise<void>;
    /** No person has confirmed warnings, so a plan with one is refused. */
    isUnattended?: boolean;
  } = {},
): Promise<StartedRun> {
  const reopenRun = () =>
    deps.db.transaction(async (trx) => {
      const run = await lockRun(trx, runId);
      if (run?.status !== 'ready') throw conflict('This import is no longer waiting for a decision.');
      await onStart?.(trx);
      // The person has seen the warnings.
      const options = { ...run.options, ...changedOptions, dryRun: false, stopsAtWarnings: false };
      await updateRun(trx, runId, { status: 'running', options });
      await saveProgress(trx, runId, { phase: 'matching', done: 0, total: 1 });
      return runId;
    });
  return runWithImportLock(deps, reopenRun, async (trx, id, progress) => {
    const run = (await findRun(deps.db, id))!;
    const stagedRows = run.rowsRead! - run.rowsRefused!;
    if (!(await stageExists(trx, id, Math.max(stagedRows, 0))))
      throw new Refusal(409, 'gone', 'The rows of this dry run have expired. Please import the file again.');
    const columns = run.mapping.columns ?? [];
    const mapped = addDerivedFields(new Set(columns.map(({ field }) => field).filter((field) => field !== null)));
    const { registry = null, feed = null } = run.mapping;
    const notes = registry
      ? [...run.notes, ...(await prepareDirectory(trx, id, registry, deps.clock.now()))]
      : run.notes;
    const plan = await planRun(
      deps,
      trx,
      {
        runId: id,
        mapped,
        options: run.options,
        rows: run.rowsRead!,
        refusedAtStaging: 0,
        facts: null,
        origin: registry ? { source: 'npi', statedAt: dateRegistry(registry) } : originOf(feed),
        dryRunFile: { headers: run.headers, columns },
      },
      progress,
      null,
    );
    if (isUnattended) await refuseWarnings(trx, plan.counts, mapped);
    await finishRun(
      deps,
      trx,
      id,
      {
        actor,
        mapped,
        options: run.options,
        ratingSource: detectSource(run.headers)?.ratings ?? null,
        fileName: run.fileName,
        notes,
        apply: true,
        registry,
        feed,
      },
      plan,
      progress,
    );
  });
}

async function refuseWarnings(trx: Knex, counts: RunCounts, mapped: ReadonlySet<string>): Promise<void> {
  const [warning] = await listWarnings(trx, counts, mapped);
  if (warning)
    throw new Refusal(
      409,
      'needs_person',
      `Nothing was changed, because a person has to confirm this import. ${warning.text}`,
    );
}
