import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ScheduledReport } from '../../bridge/shapes.ts';
import { replaceFile, SHARED } from '../../offline/replace-file.ts';
import { reportCsv, reportHtml, titleOf, type Kept } from '../../offline/report-file.ts';
import { isDue, latestDue, nextDue, type Plan, type Schedule } from '../../offline/schedule.ts';

export interface Clock {
  now(): Date;
  /** Calls again and again; a computer that slept is late, not lost. Answers how to stop. */
  every(ms: number, call: () => void): () => void;
}
export const wallClock: Clock = {
  now: () => new Date(),
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

interface SchedulerOf {
  clock: Clock;
  schedule: Schedule;
  /** Who the console works for now; a report goes only to who asked for it. */
  whose(): { server: string; user: string } | null;
  /** Fresh figures, where the server can be reached. */
  refresh(): Promise<void>;
  /** What is kept for a report; throws in words where there is nothing. */
  rows(id: Plan['id'], days: Plan['days']): Kept;
  printPdf(html: string): Promise<Uint8Array>;
  changed(): void;
  notify(title: string, body: string): void;
  log(message: string, details?: object): void;
}

const LOOK_EVERY = 30_000;

/** Writes a report into its folder every Monday, or as soon as it can afterwards. */
export class Scheduler {
  readonly #of: SchedulerOf;
  #stop: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(of: SchedulerOf) {
    this.#of = of;
  }
  start(): void {
    this.#stop = this.#of.clock.every(LOOK_EVERY, () => void this.look());
    void this.look();
  }
  async stop(): Promise<void> {
    this.#stop?.();
    await this.#running;
  }

  list(): ScheduledReport[] {
    const next = nextDue(this.#of.clock.now()).toISOString();
    return this.#mine().map(({ key, id, days, folder, last }) => ({
      key,
      id,
      days,
      folder: basename(folder),
      next,
      last,
    }));
  }

  /** The first is written on the Monday to come. */
  async add(id: Plan['id'], days: Plan['days'], folder: string): Promise<void> {
    const whose = this.#of.whose();
    if (!whose) throw new ConsoleError('offline', 'Please sign in first.');
    if (!(await stat(folder).catch(() => null))?.isDirectory())
      throw new ConsoleError('not_readable', `“${basename(folder)}” is not a folder.`);
    const key = randomBytes(8).toString('hex');
    const doneFor = latestDue(this.#of.clock.now()).toISOString();
    await this.#of.schedule.put({ key, ...whose, id, days, folder, doneFor, last: null });
    this.#of.changed();
  }
  async drop(key: string): Promise<void> {
    await this.#of.schedule.drop(key);
    this.#of.changed();
  }

  #mine(): Plan[] {
    const whose = this.#of.whose();
    return this.#of.schedule.plans.filter(({ server, user }) => server === whose?.server && user === whose.user);
  }

  /** Makes what is due. What fails is tried again at the next look, and said once. */
  look(): Promise<void> {
    this.#running ??= this.#look()
      .catch((error: unknown) => this.#of.log('the schedule failed', { error: String(error) }))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #look(): Promise<void> {
    const { clock, refresh } = this.#of;
    const due = this.#mine().filter((plan) => isDue(plan, clock.now()));
    if (due.length === 0) return;
    await refresh();
    for (const plan of due) await this.#make(plan);
  }

  async #make(plan: Plan): Promise<void> {
    const { clock, schedule, rows, printPdf, changed, notify, log } = this.#of;
    const { id, days, folder } = plan;
    const at = clock.now();
    // Taken away while it was being made: it stays away.
    const put = async (next: Plan) => schedule.plans.some(({ key }) => key === plan.key) && schedule.put(next);
    try {
      const kept = rows(id, days);
      const name = titleOf(id, kept);
      if (!(await stat(folder).catch(() => null))?.isDirectory())
        throw new ConsoleError('not_readable', `The folder “${basename(folder)}” is not there.`);
      await replaceFile(join(folder, `${name}.csv`), reportCsv(id, kept), SHARED);
      await replaceFile(join(folder, `${name}.pdf`), await printPdf(reportHtml(id, kept)), SHARED);
      const last = { at: at.toISOString(), ok: true, message: name };
      await put({ ...plan, doneFor: latestDue(at).toISOString(), last });
      notify('Report saved', name);
    } catch (error) {
      const message = error instanceof ConsoleError ? error.message : 'The report could not be written.';
      if (!(error instanceof ConsoleError)) log('a scheduled report failed', { error: String(error) });
      if (plan.last?.ok === false && plan.last.message === message) return;
      await put({ ...plan, last: { at: at.toISOString(), ok: false, message } });
      notify('A report could not be saved', message);
    }
    changed();
  }
}
