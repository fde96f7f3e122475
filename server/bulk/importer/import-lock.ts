import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal, Refusal, unavailable } from '#server/base/http/errors.ts';
import { FairQueue } from '#server/base/http/slots/fair-queue.ts';
import { importsEnded } from '#server/base/counters.ts';
import { announceRun } from '../runs/announce-run.ts';
import { endedOf, RunProgress } from '../runs/run-progress.ts';
import { vacuumDirectory } from '../plan/queries-totals.ts';
import {
  findRun,
  deleteProgress,
  groupProblems,
  holdRun,
  findActiveRun,
  tryImportLock,
  updateRun,
  type RunRow,
} from '../runs/queries-runs.ts';

/** When to try an import again while another runs. */
const RETRY_SECONDS = 10;

export type BulkDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The active runs of this process by database, which must end before the process does. */
const activeRuns = new WeakMap<Knex, Map<RunProgress, Promise<RunRow>>>();

/** Waits for active imports to finish, and rolls back those that exceed the grace period. */
export async function endImports({ db }: Pick<Deps, 'db'>, graceMs: number): Promise<void> {
  const running = [...(activeRuns.get(db) ?? [])];
  const ended = Promise.allSettled(running.map(([, finished]) => finished));
  const deadline = performance.now() + graceMs;
  const timer = setInterval(() => {
    // Repeats because there is nothing to cancel between two statements.
    if (performance.now() >= deadline) for (const [progress] of running) progress.interrupt();
  }, 200);
  await ended;
  clearInterval(timer);
}

export interface StartedRun {
  id: number;
  /** Resolves to the run even if it failed. Rejects only if the database can't be reached. */
  finished: Promise<RunRow>;
}

/** How many imports of this process may try to start at once. Each uses a connection, and the one that starts a second. */
const startQueues = new WeakMap<Knex, FairQueue>();
const START_WAIT_MS = 5_000;

function startQueueOf(db: Knex): FairQueue {
  let queue = startQueues.get(db);
  if (!queue) {
    queue = new FairQueue({
      slots: 1,
      slotsPerClient: 1,
      places: 50,
      placesPerClient: 50,
      waitMs: START_WAIT_MS,
      refuse: () => unavailable('Too many imports are starting right now. Please try again in a moment.', 5),
    });
    startQueues.set(db, queue);
  }
  return queue;
}

const importRunning = (message: string) =>
  new Refusal(409, 'import_running', message, { headers: { 'Retry-After': String(RETRY_SECONDS) } });

async function refuseSecondImport(db: Knex): Promise<void> {
  const activeRun = await findActiveRun(db);
  if (activeRun)
    throw importRunning(
      `${activeRun.userName} is importing “${activeRun.fileName}” right now. Please wait until it is finished.`,
    );
}

/** Takes the import lock and opens the run. A request that doesn't get the lock returns its connection before the next query. */
async function openLockedRun(
  deps: BulkDeps,
  openRun: () => Promise<number>,
): Promise<{ trx: Knex.Transaction; runId: number }> {
  await refuseSecondImport(deps.db);
  const trx = await deps.db.transaction();
  try {
    await trx.raw(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '96MB'; set local maintenance_work_mem = '256MB'; set local default_statistics_target = 20`,
    );
    if (await tryImportLock(trx)) {
      const runId = await openRun();
      await holdRun(trx, runId);
      return { trx, runId };
    }
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await trx.rollback();
  await refuseSecondImport(deps.db);
  throw importRunning('Another import is running right now. Please wait until it is finished.');
}

/** Runs `work` while it holds the import lock, because a directory has at most one import at a time. */
export async function runWithImportLock(
  deps: BulkDeps,
  openRun: () => Promise<number>,
  work: (trx: Knex, runId: number, progress: RunProgress) => Promise<void>,
): Promise<StartedRun> {
  return startQueueOf(deps.db).run('import', async () => {
    const { trx, runId } = await openLockedRun(deps, openRun);
    return followRun(deps, trx, runId, work);
  });
}

/** The vacuum after the last import of this process, by database. */
const vacuums = new WeakMap<Knex, Promise<void>>();

function startVacuum({ db, log }: BulkDeps): void {
  vacuums.set(
    db,
    vacuumDirectory(db).catch((error: unknown) => log.debug({ err: error }, 'could not vacuum after an import')),
  );
}

/** Waits for the vacuum after an import. A process that closes its connections earlier would cancel it. */
export const waitForVacuum = async (db: Knex): Promise<void> => vacuums.get(db);

function followRun(
  deps: BulkDeps,
  trx: Knex.Transaction,
  runId: number,
  work: (trx: Knex, runId: number, progress: RunProgress) => Promise<void>,
): StartedRun {
  const progress = new RunProgress(deps, runId, trx);
  const finished = (async () => {
    try {
      await progress.start();
      await work(trx, runId, progress);
      // A pending cancel could hit the next query of this connection, so wait for it before the commit.
      await progress.stop();
      progress.throwIfStopped();
      await trx.commit();
      // The import is done, so its caller doesn't wait for the vacuum.
      if (progress.needsVacuum) startVacuum(deps);
    } catch (error) {
      await progress.stop();
      await trx.rollback(error as Error).catch(() => undefined);
      await failRun(deps, runId, error, progress);
    } finally {
      await deleteProgress(deps.db, runId).catch(() => endedOf(deps.db).add(runId));
    }
    const run = (await findRun(deps.db, runId))!;
    importsEnded.inc({ status: run.status });
    return run;
  })();
  const processRuns = activeRuns.get(deps.db) ?? new Map<RunProgress, Promise<RunRow>>();
  activeRuns.set(deps.db, processRuns.set(progress, finished));
  void finished.catch(() => undefined).finally(() => processRuns.delete(progress));
  return { id: runId, finished };
}

/** The counts of a file that was refused as a whole. */
const noRows = { rowsNew: 0, rowsChanged: 0, rowsSame: 0, rowsRefused: 0, rowsDeleted: 0, fieldsKept: 0 };

async function failRun(deps: BulkDeps, runId: number, error: unknown, progress: RunProgress): Promise<void> {
  const refusal = asRefusal(error);
  const { isCanceled, stopReason } = progress;
  if (!stopReason && !refusal) deps.log.error({ err: error, run: runId }, 'import failed');
  const at = deps.clock.now();
  const status = isCanceled ? 'cancelled' : 'failed';
  const saveFailure = async (trx: Knex) => {
    await updateRun(trx, runId, {
      status,
      finishedAt: at,
      interrupted: stopReason?.code === 'stopped',
      message: (stopReason ?? refusal)?.message ?? 'Something went wrong on our end. Nothing was changed.',
      ...(error instanceof Refusal && !isCanceled ? { ...noRows, rowsRead: progress.rows } : {}),
      problems: await groupProblems(deps.db, runId),
    });
    await announceRun(trx, runId, status, at);
  };
  await deps.db
    .transaction(saveFailure)
    .catch((problem: unknown) => deps.log.error({ err: problem, run: runId }, 'could not mark an import as failed'));
}
