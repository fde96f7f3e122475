import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { Refusal, unavailable } from '#server/base/http/errors.ts';
import { findBackendPid, saveProgress, cancelBackend, deleteProgress } from './queries-runs.ts';

/** Saves the progress of a run outside its transaction, and stops the run when someone cancels it. */
export class RunProgress {
  rows = 0;
  /** Set when someone cancels the run or the server shuts down. */
  stopReason: Refusal | null = null;
  /** True after a run that wrote so much that its tables need a vacuum. */
  needsVacuum = false;
  #deps: Pick<Deps, 'db'>;
  #runId: number;
  #trx: Knex;
  #pid = 0;
  #phase = 'reading';
  #done = 0;
  #total = 1;
  #timer: NodeJS.Timeout | undefined;
  #isFinished = false;
  #pendingCancel: Promise<unknown> = Promise.resolve();
  #pendingSave: Promise<void> | null = null;
  #abort = new AbortController();

  constructor(deps: Pick<Deps, 'db'>, runId: number, trx: Knex) {
    this.#deps = deps;
    this.#runId = runId;
    this.#trx = trx;
  }
  get isCanceled(): boolean {
    return this.stopReason?.code === 'cancelled';
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  async start(): Promise<void> {
    this.#pid = await findBackendPid(this.#trx);
    this.#timer = setInterval(() => this.#saveSoon(), 400);
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pendingSave;
    // Someone may have canceled the run since the last save.
    await this.#save();
    this.#isFinished = true;
    await this.#pendingCancel;
  }
  startPhase(name: string, total: number): void {
    this.#phase = name;
    this.#done = 0;
    this.#total = total;
    if (this.#timer) this.#saveSoon();
  }
  step(by = 1): void {
    this.#done = Math.min(this.#total, this.#done + by);
    this.throwIfStopped();
  }
  throwIfStopped(): void {
    if (this.stopReason) throw this.stopReason;
  }
  /** Adds to the phase's count, which is in bytes or steps. Unlike step(), it never throws. */
  advance(by: number): void {
    this.#done = Math.min(this.#total, this.#done + by);
  }
  /** Stops the run because the server shuts down. Its transaction is rolled back. */
  interrupt(): void {
    this.#stopWith(
      unavailable(
        'The server was stopped during this import. Nothing was changed. Please import the file again.',
        30,
        'stopped',
      ),
    );
  }
  #stopWith(reason: Refusal): void {
    if (this.#isFinished) return;
    if (!this.stopReason) this.#abort.abort((this.stopReason = reason));
    const canceled = cancelBackend(this.#deps.db, this.#pid).catch(() => undefined);
    this.#pendingCancel = Promise.all([this.#pendingCancel, canceled]);
  }
  #saveSoon(): void {
    this.#pendingSave ??= this.#save().finally(() => (this.#pendingSave = null));
  }
  async #save(): Promise<void> {
    try {
      const cancelRequested = await saveProgress(this.#deps.db, this.#runId, {
        phase: this.#phase,
        done: this.#done,
        total: this.#total,
        rows: this.rows,
      });
      if (cancelRequested)
        this.#stopWith(new Refusal(409, 'cancelled', 'The import was canceled. Nothing was changed.'));
    } catch {
      // The next save follows in 400 ms.
    }
  }
}

/** Runs of this process that ended while the database was down, so that their progress is still there. */
const endedRuns = new WeakMap<Knex, Set<number>>();
export function endedOf(db: Knex): Set<number> {
  const runs = endedRuns.get(db) ?? new Set<number>();
  endedRuns.set(db, runs);
  return runs;
}

/** Deletes the progress of runs that ended while the database was down. Any other progress belongs to a server that was killed. */
export async function clearProgress(db: Knex): Promise<void> {
  for (const id of endedOf(db)) {
    await deleteProgress(db, id);
    endedOf(db).delete(id);
  }
}
