import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { asRefusal, conflict } from '#server/http/errors.ts';
import { RunProgress } from './run-progress.ts';
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
} from './queries-runs.ts';

export type BulkDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The runs of this process, to be ended before it goes. */
const under = new WeakMap<Knex, Map<RunProgress, Promise<RunRow>>>();

/** Gives what runs a moment to finish; what cannot is taken back and says so. Resolves when nothing runs. */
export async function endImports({ db }: Pick<Deps, 'db'>, graceMs: number): Promise<void> {
  const running = [...(under.get(db) ?? [])];
  const ended = Promise.allSettled(running.map(([, finished]) => finished));
  const over = performance.now() + graceMs;
  const timer = setInterval(() => {
    // Again and again: between two statements there is nothing to interrupt.
    if (performance.now() >= over) for (const [going] of running) going.interrupt();
  }, 200);
  await ended;
  clearInterval(timer);
}

export interface StartedRun {
  id: number;
  /** Never rejects: how it went stands in the run. */
  finished: Promise<RunRow>;
}

/** Takes the importer's lock for as long as `work` runs; there is one import at a time on one directory. */
export async function runWithImportLock(
  deps: BulkDeps,
  open: () => Promise<number>,
  work: (trx: Knex, runId: number, going: RunProgress) => Promise<void>,
): Promise<StartedRun> {
  const trx = await deps.db.transaction();
  let runId: number;
  try {
    await trx.raw(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '96MB'; set local maintenance_work_mem = '256MB'`,
    );
    if (!(await tryImportLock(trx))) {
      const other = await findActiveRun(deps.db);
      throw conflict(
        other
          ? `${other.userName} is importing “${other.fileName}” right now. Please wait until that is finished.`
          : 'Another import is running right now. Please wait until it is finished.',
        'import_running',
      );
    }
    runId = await open();
    await holdRun(trx, runId);
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  const going = new RunProgress(deps, runId, trx);
  const finished = (async () => {
    try {
      await going.start();
      await work(trx, runId, going);
      // No cancel may be under way when the connection goes back to the pool.
      await going.stop();
      going.check();
      await trx.commit();
      // Not waited for: the import is done.
      if (going.many)
        void vacuumDirectory(deps.db).catch((error: unknown) =>
          deps.log.debug({ err: error }, 'tidying after an import was not possible'),
        );
    } catch (error) {
      await going.stop();
      await trx.rollback(error as Error).catch(() => undefined);
      await fail(deps, runId, error, going);
    } finally {
      await deleteProgress(deps.db, runId).catch(() => undefined);
    }
    return (await findRun(deps.db, runId))!;
  })();
  const mine = under.get(deps.db) ?? new Map<RunProgress, Promise<RunRow>>();
  under.set(deps.db, mine.set(going, finished));
  void finished.catch(() => undefined).finally(() => mine.delete(going));
  return { id: runId, finished };
}

async function fail(deps: BulkDeps, runId: number, error: unknown, going: RunProgress): Promise<void> {
  const refusal = asRefusal(error);
  const { cancelled, ending } = going;
  if (!ending && !refusal) deps.log.error({ err: error, run: runId }, 'import failed');
  await updateRun(deps.db, runId, {
    status: cancelled ? 'cancelled' : 'failed',
    finishedAt: deps.clock.now(),
    message: (ending ?? refusal)?.message ?? 'Something went wrong on our side. Nothing was changed.',
    problems: await groupProblems(deps.db, runId),
  }).catch((problem: unknown) => deps.log.error({ err: problem, run: runId }, 'a failed import could not be marked'));
}
