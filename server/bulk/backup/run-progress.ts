import type { Knex } from 'knex';
import { Refusal, unavailable } from '#server/base/http/errors.ts';
import { cancelBackend } from '../runs/queries-runs.ts';
import { saveRunProgress } from './queries-backup-runs.ts';

/** The share of a run that has passed when a phase begins, and the share that the phase takes. */
const phaseShares: Record<string, readonly [from: number, size: number]> = {
  saving: [0, 0.98],
  loading: [0, 0.55],
  verifying: [0.55, 0.25],
  comparing: [0.8, 0.19],
};
const SAVE_MS = 400;

/** Saves the progress of a run outside its transaction, and stops the run when someone cancels it. */
export class RunProgress {
  /** Set when someone cancels the run or the server shuts down. */
  stopReason: Refusal | null = null;
  readonly #abort = new AbortController();
  readonly #db: Knex;
  readonly #runId: number;
  #pid: number | null = null;
  #phase = 'waiting';
  #done = 0;
  #total = 1;
  #timer: NodeJS.Timeout | undefined;
  #isFinished = false;
  #pendingSave: Promise<void> | null = null;
  #pendingCancel: Promise<unknown> = Promise.resolve();

  constructor(db: Knex, runId: number) {
    this.#db = db;
    this.#runId = runId;
    this.#timer = setInterval(
      () => (this.#pendingSave ??= this.#save().finally(() => (this.#pendingSave = null))),
      SAVE_MS,
    );
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get isCanceled(): boolean {
    return this.stopReason?.code === 'canceled';
  }
  /** Cancels this connection's statement too when the run is stopped. */
  watchBackend(pid: number): void {
    this.#pid = pid;
  }
  startPhase(name: string, total: number): void {
    this.#phase = name;
    this.#done = 0;
    this.#total = total;
  }
  advance(by: number): void {
    this.#done = Math.min(this.#total, this.#done + by);
  }
  setShare(share: number): void {
    this.#done = share * this.#total;
  }
  step(): void {
    this.advance(1);
    this.throwIfStopped();
  }
  throwIfStopped(): void {
    if (this.stopReason) throw this.stopReason;
  }
  /** Stops the run because the server shuts down. */
  interrupt(): void {
    this.#stopWith(unavailable('The server was stopped. Nothing was changed. Please try again.', 30, 'stopped'));
  }
  /** Waits for a pending cancel, which could otherwise hit the next query of the connection. */
  async finish(): Promise<void> {
    this.#isFinished = true;
    clearInterval(this.#timer);
    await this.#pendingSave;
    await this.#pendingCancel;
  }
  #stopWith(reason: Refusal): void {
    if (this.#isFinished) return;
    if (!this.stopReason) this.#abort.abort((this.stopReason = reason));
    if (this.#pid === null) return;
    const canceled = cancelBackend(this.#db, this.#pid).catch(() => undefined);
    this.#pendingCancel = Promise.all([this.#pendingCancel, canceled]);
  }
  async #save(): Promise<void> {
    const [from, size] = phaseShares[this.#phase] ?? [0, 0];
    const share = from + size * (this.#total > 0 ? this.#done / this.#total : 0);
    try {
      const cancelRequested = await saveRunProgress(this.#db, this.#runId, { phase: this.#phase, share });
      if (cancelRequested) this.#stopWith(new Refusal(409, 'canceled', 'This was canceled. Nothing was changed.'));
    } catch {
      // The next save follows in 400 ms.
    }
  }
}
