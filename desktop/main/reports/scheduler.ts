import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ScheduledReport } from '../../bridge/shapes.ts';
import { replaceFile, SHARED } from '../../offline/replace-file.ts';
import { reportTitle, type CachedReport } from '../../offline/report-csv.ts';
import { makeReportFile } from '../../offline/report-file.ts';
import type { Clock } from '../clock.ts';
import type { JsonFile } from '../../offline/json-file.ts';
import { isDue, latestDue, nextDue, type Plan } from '../../offline/schedule.ts';

interface Dependencies {
  clock: Clock;
  plans: JsonFile<Plan[]>;
  /** The signed-in person and their server. A report is made only for the person who planned it. */
  findOwner(): { server: string; user: string } | null;
  /** Downloads the latest figures if the server can be reached. */
  refresh(): Promise<void>;
  /** Throws a ConsoleError if there are no figures for the report. */
  readReport(id: Plan['id'], days: Plan['days']): CachedReport;
  printPdf(html: string): Promise<Uint8Array>;
  onChange(): void;
  notify(title: string, body: string): void;
  log(message: string, details?: object): void;
}

const CHECK_INTERVAL_MS = 30_000;

/** Writes planned reports when they are due, or as soon as possible after that. */
export class Scheduler {
  readonly #dependencies: Dependencies;
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }
  start(): void {
    this.#stopTimer = this.#dependencies.clock.every(CHECK_INTERVAL_MS, () => void this.writeDueReports());
    void this.writeDueReports();
  }
  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#running;
  }

  list(): ScheduledReport[] {
    const now = this.#dependencies.clock.now();
    return this.#ownPlans().map(({ key, id, days, when, formats, folder, last }) => {
      const next = nextDue(now, when).toISOString();
      return { key, id, days, when, formats, folder: basename(folder), next, last };
    });
  }

  /** Plans a report from its next due date on. */
  async add(plan: Pick<Plan, 'id' | 'days' | 'when' | 'formats'>, folder: string): Promise<void> {
    const { clock, plans, findOwner, onChange } = this.#dependencies;
    const owner = findOwner();
    if (!owner) throw new ConsoleError('offline', 'Please log in first.');
    if (!(await isFolder(folder))) throw new ConsoleError('not_readable', `“${basename(folder)}” is not a folder.`);
    const key = randomBytes(8).toString('hex');
    const doneFor = latestDue(clock.now(), plan.when).toISOString();
    await plans.set([...plans.value, { ...plan, key, ...owner, folder, doneFor, last: null }]);
    onChange();
  }
  async remove(key: string): Promise<void> {
    const { plans, onChange } = this.#dependencies;
    await plans.set(plans.value.filter((plan) => plan.key !== key));
    onChange();
  }

  #ownPlans(): Plan[] {
    const owner = this.#dependencies.findOwner();
    return this.#dependencies.plans.value.filter(({ server, user }) => server === owner?.server && user === owner.user);
  }

  /** Writes all reports that are due. A failed report is retried at every check and reported once. */
  writeDueReports(): Promise<void> {
    this.#running ??= this.#writeAllDue()
      .catch((error: unknown) => this.#dependencies.log('the schedule failed', { error: String(error) }))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #writeAllDue(): Promise<void> {
    const { clock, refresh } = this.#dependencies;
    const duePlans = this.#ownPlans().filter((plan) => isDue(plan, clock.now()));
    if (duePlans.length === 0) return;
    await refresh();
    for (const plan of duePlans) await this.#writeReport(plan);
  }

  async #writeReport(plan: Plan): Promise<void> {
    const { clock, plans, readReport, printPdf, onChange, notify, log } = this.#dependencies;
    const { id, days, when, formats, folder } = plan;
    const at = clock.now();
    // Does not bring back a plan that was removed while its report was written.
    const updatePlan = (changes: Partial<Plan>) =>
      plans.set(plans.value.map((each) => (each.key === plan.key ? { ...each, ...changes } : each)));
    try {
      const report = readReport(id, days);
      const name = reportTitle(id, report);
      if (!(await isFolder(folder)))
        throw new ConsoleError('not_readable', `The folder “${basename(folder)}” no longer exists.`);
      for (const format of formats) {
        const bytes = await makeReportFile(format, id, report, printPdf);
        await replaceFile(join(folder, `${name}.${format}`), bytes, SHARED);
      }
      const last = { at: at.toISOString(), ok: true, message: name };
      await updatePlan({ doneFor: latestDue(at, when).toISOString(), last });
      notify('Report saved', name);
    } catch (error) {
      const message = error instanceof ConsoleError ? error.message : 'The report could not be written.';
      if (!(error instanceof ConsoleError)) log('a scheduled report failed', { error: String(error) });
      if (plan.last?.ok === false && plan.last.message === message) return;
      await updatePlan({ last: { at: at.toISOString(), ok: false, message } });
      notify('A report could not be saved', message);
    }
    onChange();
  }
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() ?? false;
