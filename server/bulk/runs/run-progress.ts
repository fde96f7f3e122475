import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { Refusal, unavailable } from '#server/http/errors.ts';
import { findBackendPid, saveProgress, cancelBackend } from './queries-runs.ts';

/** Tells how far a run is, from outside its transaction, and hears when it is to stop. */
export class RunProgress {
  rows = 0;
  /** Why the run ends before its time: someone asked for it, or the server stops. */
  ending: Refusal | null = null;
  /** Whether so much was written that the database should look after its tables. */
  many = false;
  #deps: Pick<Deps, 'db'>;
  #runId: number;
  #trx: Knex;
  #pid = 0;
  #phase = 'reading';
  #done = 0;
  #total = 1;
  #timer: NodeJS.Timeout | undefined;
  #over = false;
  #cancelling: Promise<unknown> = Promise.resolve();
  #beating: Promise<void> | null = null;
  #stop = new AbortController();

  constructor(deps: Pick<Deps, 'db'>, runId: number, trx: Knex) {
    this.#deps = deps;
    this.#runId = runId;
    this.#trx = trx;
  }
  get cancelled(): boolean {
    return this.ending?.code === 'cancelled';
  }
  get signal(): AbortSignal {
    return this.#stop.signal;
  }
  async start(): Promise<void> {
    this.#pid = await findBackendPid(this.#trx);
    this.#timer = setInterval(() => (this.#beating ??= this.#beat().finally(() => (this.#beating = null))), 400);
  }
  async stop(): Promise<void> {
    this.#over = true;
    clearInterval(this.#timer);
    await this.#beating;
    await this.#cancelling;
  }
  phase(name: string, total: number): void {
    this.#phase = name;
    this.#done = 0;
    this.#total = total;
  }
  step(by = 1): void {
    this.#done = Math.min(this.#total, this.#done + by);
    this.check();
  }
  check(): void {
    if (this.ending) throw this.ending;
  }
  /** Bytes of the file, or whatever the phase counts, without a look at whether to go on. */
  advance(by: number): void {
    this.#done = Math.min(this.#total, this.#done + by);
  }
  /** The server stops: what was written so far is taken back. */
  interrupt(): void {
    this.#end(
      unavailable(
        'The server was stopped while this import ran. Nothing was changed. Please import the file again.',
        30,
        'stopped',
      ),
    );
  }
  #end(why: Refusal): void {
    if (this.#over) return;
    if (!this.ending) this.#stop.abort((this.ending = why));
    const cancelled = cancelBackend(this.#deps.db, this.#pid).catch(() => undefined);
    this.#cancelling = Promise.all([this.#cancelling, cancelled]);
  }
  async #beat(): Promise<void> {
    try {
      const cancel = await saveProgress(this.#deps.db, this.#runId, {
        phase: this.#phase,
        done: this.#done,
        total: this.#total,
      });
      if (cancel) this.#end(new Refusal(409, 'cancelled', 'The import was cancelled. Nothing was changed.'));
    } catch {
      // A saveProgress that is missed is made up for by the next one.
    }
  }
}
