import type { Knex } from 'knex';
import { asRefusal } from '#server/base/http/errors.ts';
import { placeEndedFiles } from './place-files.ts';
import { findActiveRun } from '../runs/queries-runs.ts';
import { reapRuns } from '../runs/runs.ts';
import type { QueueDeps } from './add-to-queue.ts';
import { clearMarks } from './open-item.ts';
import {
  countAttempt,
  deleteOldItems,
  endFinished,
  endItem,
  findNextItem,
  requeueInterrupted,
  type QueueItem,
} from './queries-queue.ts';
import { isTaken, startNextImport } from './start-item.ts';

const BUSY_WAIT_MS = 1_000;
const MAX_ATTEMPTS = 3;
const MAX_AGE_MS = 7 * 86_400_000;

/** The work on the queue in this process, by database. */
interface Runner {
  work: Promise<void> | null;
  isAskedAgain: boolean;
  isStopped: boolean;
}
const runners = new WeakMap<Knex, Runner>();
function runnerOf(db: Knex): Runner {
  const runner = runners.get(db) ?? { work: null, isAskedAgain: false, isStopped: false };
  runners.set(db, runner);
  return runner;
}

/** Works through the queue in the background. Every server may do so, because the import lock lets one import run at a time. */
export function wakeQueue(deps: QueueDeps): void {
  const runner = runnerOf(deps.db);
  if (runner.isStopped) return;
  if (runner.work) {
    runner.isAskedAgain = true;
    return;
  }
  runner.isAskedAgain = false;
  runner.work = workThroughQueue(deps, runner)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the import queue is waiting'))
    .finally(() => {
      runner.work = null;
      if (runner.isAskedAgain) wakeQueue(deps);
    });
}

/** Starts nothing more, and waits for the running import, which the shutdown interrupts. */
export async function stopQueue({ db }: Pick<QueueDeps, 'db'>): Promise<void> {
  const runner = runnerOf(db);
  runner.isStopped = true;
  await clearMarks(db);
  await runner.work;
}

/** Continues after a restart, and forgets old items. */
export async function sweepQueue(deps: QueueDeps): Promise<void> {
  await settleItems(deps);
  await deleteOldItems(deps.db, new Date(deps.clock.now().getTime() - MAX_AGE_MS));
  wakeQueue(deps);
}

/** Ends items whose run has ended, and puts interrupted ones back. */
async function settleItems(deps: QueueDeps): Promise<void> {
  await reapRuns(deps);
  await requeueInterrupted(deps.db, MAX_ATTEMPTS);
  await endFinished(deps.db, deps.clock.now());
  await placeEndedFiles(deps);
}

async function workThroughQueue(deps: QueueDeps, runner: Runner): Promise<void> {
  for (;;) {
    await settleItems(deps);
    if (runner.isStopped) return;
    const item = await findNextItem(deps.db, { readsFolder: deps.config.IMPORT_WATCH_DIR !== undefined });
    if (!item) return;
    if (await findActiveRun(deps.db)) await pause();
    else await carryOut(deps, item);
  }
}

async function carryOut(deps: QueueDeps, item: QueueItem): Promise<void> {
  try {
    const run = await startNextImport(deps, item);
    await run?.finished;
  } catch (error) {
    if (isTaken(error)) return;
    const refusal = asRefusal(error);
    // A request without the queue was faster, or the database can't be reached.
    if (refusal?.code === 'import_running' || refusal?.status === 503) return pause();
    if (!refusal) {
      deps.log.error({ err: error, item: item.id }, 'could not start a queued import');
      if ((await countAttempt(deps.db, item.id)) < MAX_ATTEMPTS) return pause();
    }
    const message = refusal?.message ?? 'Something went wrong on our end. Nothing was changed.';
    await endItem(deps.db, item.id, 'failed', message, deps.clock.now());
  }
}

const pause = () => new Promise<void>((done) => setTimeout(done, BUSY_WAIT_MS));
