import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ScheduledReport } from '../../bridge/shapes.ts';
import { replaceFile, SHARED } from '../../offline/replace-file.ts';
import { reportTitle } from '../../offline/report-csv.ts';
import { makeReportFile } from '../../offline/report-file.ts';
import type { JsonFile } from '../../offline/json-file.ts';
import { isDue, latestDue, nextDue, openPlans, type Plan } from '../../offline/schedule.ts';
import type { ConsoleContext } from '../console-context.ts';
import { lastDays, readCachedReport } from './cached-reports.ts';

type Context = Pick<ConsoleContext, 'answers' | 'host' | 'publishState' | 'servers' | 'session' | 'sync'>;

const CHECK_INTERVAL_MS = 30_000;

/** Writes planned reports when they are due, or as soon as possible after that. */
export class Scheduler {
  readonly #context: Context;
  readonly #plans: JsonFile<Plan[]>;
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(context: Context) {
    this.#context = context;
    this.#plans = openPlans(join(context.host.folder, 'schedule.json'));
  }
  start(): void {
    this.#stopTimer = this.#context.host.clock.every(CHECK_INTERVAL_MS, () => void this.writeDueReports());
    void this.writeDueReports();
  }
  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#running;
  }

  list(): ScheduledReport[] {
    const now = this.#context.host.clock.now();
    return this.#ownPlans().map(({ key, id, days, when, formats, folder, last }) => {
      const next = nextDue(now, when).toISOString();
      return { key, id, days, when, formats, folder: basename(folder), next, last };
    });
  }

  /** Plans a report from its next due date on. */
  async add(plan: Pick<Plan, 'id' | 'days' | 'when' | 'formats'>, folder: string): Promise<void> {
    const { host, session } = this.#context;
    const { owner } = session;
    if (!owner) throw new ConsoleError('offline', 'Please log in first.');
    if (!(await isFolder(folder))) throw new ConsoleError('not_readable', `“${basename(folder)}” is not a folder.`);
    const key = randomBytes(8).toString('hex');
    const doneFor = latestDue(host.clock.now(), plan.when).toISOString();
    await this.#plans.set([...this.#plans.value, { ...plan, key, ...owner, folder, doneFor, last: null }]);
    this.#context.publishState();
  }
  async remove(key: string): Promise<void> {
    await this.#plans.set(this.#plans.value.filter((plan) => plan.key !== key));
    this.#context.publishState();
  }

  #ownPlans(): Plan[] {
    const { owner } = this.#context.session;
    return this.#plans.value.filter(({ server, user }) => server === owner?.server && user === owner.user);
  }

  /** Writes all reports that are due. A failed report is retried at every check and reported once. */
  writeDueReports(): Promise<void> {
    this.#running ??= this.#writeAllDue()
      .catch((error: unknown) => this.#context.host.log('the schedule failed', { error: String(error) }))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #writeAllDue(): Promise<void> {
    const { host } = this.#context;
    const duePlans = this.#ownPlans().filter((plan) => isDue(plan, host.clock.now()));
    if (duePlans.length === 0) return;
    await this.#context.sync();
    for (const plan of duePlans) await this.#writeReport(plan);
  }

  async #writeReport(plan: Plan): Promise<void> {
    const { host, servers } = this.#context;
    const { id, days, when, formats, folder } = plan;
    const at = host.clock.now();
    // Does not bring back a plan that was removed while its report was written.
    const updatePlan = (changes: Partial<Plan>) =>
      this.#plans.set(this.#plans.value.map((each) => (each.key === plan.key ? { ...each, ...changes } : each)));
    try {
      const report = { ...readCachedReport(this.#context, id, lastDays(days)), brand: servers.brand };
      const name = reportTitle(id, report);
      if (!(await isFolder(folder)))
        throw new ConsoleError('not_readable', `The folder “${basename(folder)}” no longer exists.`);
      for (const format of formats) {
        const bytes = await makeReportFile(format, id, report, (html) => host.printPdf(html));
        await replaceFile(join(folder, `${name}.${format}`), bytes, SHARED);
      }
      const last = { at: at.toISOString(), ok: true, message: name };
      await updatePlan({ doneFor: latestDue(at, when).toISOString(), last });
      host.notify('Report saved', name);
    } catch (error) {
      const message = error instanceof ConsoleError ? error.message : 'The report could not be written.';
      if (!(error instanceof ConsoleError)) host.log('a scheduled report failed', { error: String(error) });
      if (plan.last?.ok === false && plan.last.message === message) return;
      await updatePlan({ last: { at: at.toISOString(), ok: false, message } });
      host.notify('A report could not be saved', message);
    }
    this.#context.publishState();
  }
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() ?? false;
