import type { Knex } from 'knex';
import { announceListings } from '#server/base/webhooks/announce.ts';
import { announceRun } from '../runs/announce-run.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { applyPlan, type ImportPlan } from './plan.ts';
import { applyClinics, applyRecords } from '#server/bulk/registry/registry-import.ts';
import { dateRegistry, nameDated, nameRegistrySource, type RegistryRun } from '#server/bulk/runs/registry-run.ts';
import type { FeedRun } from '#server/bulk/runs/feed-run.ts';
import { listWarnings } from './warnings.ts';
import { dropStage } from '../stage/queries-stage.ts';
import type { BulkDeps } from './import-lock.ts';
import { findRun, groupProblems, updateRun, type RunOptions } from '../runs/queries-runs.ts';
import { runMessages } from '../runs/run-messages.ts';
import type { RunProgress } from '../runs/run-progress.ts';

interface FinishOptions {
  actor: AuditActor;
  mapped: ReadonlySet<string>;
  options: RunOptions;
  ratingSource: string | null;
  fileName: string;
  notes: string[];
  apply: boolean;
  /** Set for a file of the national provider registry. */
  registry: RegistryRun | null;
  /** Set for a file of another source. */
  feed: FeedRun | null;
}

/** Applies the plan, or saves it for review. Fails the run if no row is acceptable, or if a strict run refuses one, and returns false then. */
export async function finishRun(
  deps: BulkDeps,
  trx: Knex,
  runId: number,
  { actor, mapped, options, ratingSource, fileName, notes, apply, registry, feed }: FinishOptions,
  { counts, duplicates, cellProblems, skipped, fields }: ImportPlan,
  progress: RunProgress,
): Promise<boolean> {
  const at = deps.clock.now();
  const result = {
    rowsRead: counts.read,
    rowsNew: counts.new,
    rowsChanged: counts.changed,
    rowsSame: counts.same,
    rowsRefused: counts.refused,
    rowsDeleted: counts.deleted,
    fieldsKept: counts.kept,
    problems: [...(await groupProblems(deps.db, runId)), ...cellProblems],
    duplicates,
    notes:
      skipped === 0
        ? notes
        : [...notes, `You skipped ${skipped === 1 ? '1 row' : `${skipped.toLocaleString('en-US')} rows`}.`],
  };
  if (feed)
    await updateRun(trx, runId, { mapping: { ...(await findRun(trx, runId))!.mapping, feed: { ...feed, fields } } });
  const failRun = async (message: string) => {
    await dropStage(trx, runId);
    await updateRun(trx, runId, { ...result, status: 'failed', finishedAt: at, message });
    await announceRun(trx, runId, 'failed', at);
    return false;
  };
  if (counts.new + counts.changed + counts.same === 0 && !registry) return failRun(runMessages.nothing(counts));
  if (options.strict && counts.refused > 0) return failRun(runMessages.strict(counts));
  // A file of the registry is recognized by its header, so its columns can't be misread.
  const stopsAtWarnings = options.stopsAtWarnings === true && registry === null;
  const warnings = !apply || stopsAtWarnings ? await listWarnings(trx, counts, mapped) : [];
  if (!apply || warnings.length > 0) {
    await updateRun(trx, runId, { ...result, warnings, status: 'ready', message: runMessages.ready(counts) });
    await announceRun(trx, runId, 'ready', at);
    return true;
  }
  if (registry) await applyClinics(trx, runId, at);
  const createdIds = await applyPlan(
    trx,
    {
      runId,
      mapped,
      at,
      userId: actor?.userId ?? null,
      source: registry ? nameRegistrySource(registry) : feed ? nameDated(feed.name, feed) : fileName,
      statedAt: registry ? dateRegistry(registry) : feed ? dateRegistry(feed) : at,
      ...(feed ? { via: feed.source } : {}),
      ratingSource: ratingSource ?? `Import of ${fileName}`,
    },
    counts,
    progress,
  );
  progress.needsVacuum = counts.new + counts.changed > 1000;
  if (registry) result.notes = [...notes, ...(await applyRecords(trx, runId, registry, at))];
  await dropStage(trx, runId);
  const message = runMessages.done(counts);
  await updateRun(trx, runId, { ...result, status: 'done', finishedAt: at, message, createdIds });
  await announceListings(trx, at);
  await announceRun(trx, runId, 'done', at);
  await audit(trx, actor, {
    at,
    action: 'import.finished',
    subject: 'import',
    subjectId: runId,
    after: { file: fileName, new: counts.new, changed: counts.changed, refused: counts.refused },
    note: message,
  });
  progress.startPhase('finishing', 1);
  return true;
}
