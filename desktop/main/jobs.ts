import { randomBytes } from 'node:crypto';
import type { Job } from '../bridge/shapes.ts';

const JOBS_SHOWN = 20;
const PROGRESS_INTERVAL_MS = 100;
const FILES_TIMEOUT_MS = 3_000;

/** False for a job that only watches an import on the server. */
export const isLocal = ({ kind, file }: Job): boolean => kind !== 'import' || file !== null;

/** Background jobs, which the page and the tray list and can cancel. */
export class Jobs {
  readonly #jobs = new Map<string, { job: Job; abort: AbortController }>();
  readonly #onChange: () => void;
  #lastReport = 0;
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }
  list(): Job[] {
    return [...this.#jobs.values()].map(({ job }) => ({ ...job }));
  }
  countRunning(): number {
    return this.list().filter(({ state }) => state === 'running').length;
  }
  start(kind: Job['kind'], name: string, file: string | null = null): { job: Job; signal: AbortSignal } {
    const job: Job = {
      id: randomBytes(8).toString('hex'),
      kind,
      name,
      file,
      done: 0,
      total: null,
      state: 'running',
      message: null,
    };
    const abort = new AbortController();
    this.#jobs.set(job.id, { job, abort });
    for (const [id, { job: oldJob }] of this.#jobs)
      if (this.#jobs.size > JOBS_SHOWN && oldJob.state !== 'running') this.#jobs.delete(id);
    this.#onChange();
    return { job, signal: abort.signal };
  }
  /** Reports at most ten times a second. */
  reportProgress(job: Job, done: number): void {
    job.done = done;
    job.message = null;
    const now = Date.now();
    if (now - this.#lastReport < PROGRESS_INTERVAL_MS) return;
    this.#lastReport = now;
    this.#onChange();
  }
  setMessage(job: Job, message: string): void {
    job.message = message;
    this.#onChange();
  }
  finish(job: Job, state: Job['state'], message: string | null = null): void {
    job.state = state;
    job.message = message;
    this.#onChange();
  }
  cancel(id: string): boolean {
    const entry = this.#jobs.get(id);
    if (entry?.job.state !== 'running') return false;
    entry.abort.abort();
    return true;
  }
  cancelAll(kind: Job['kind']): void {
    for (const { job } of this.#jobs.values()) if (job.kind === kind) this.cancel(job.id);
  }
  /** Cancels the jobs that run here, and waits until their partial files are gone. Imports continue on the server. */
  async stop(): Promise<void> {
    const localJobs = [...this.#jobs.values()].map(({ job }) => job).filter(isLocal);
    for (const { id } of localJobs) this.cancel(id);
    const isWriting = () => localJobs.some(({ state }) => state === 'running');
    for (let waited = 0; isWriting() && waited < FILES_TIMEOUT_MS; waited += 20)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
