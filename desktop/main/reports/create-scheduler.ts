import { join } from 'node:path';
import { openPlans } from '../../offline/schedule.ts';
import type { ConsoleContext } from '../console-context.ts';
import { lastDays, readCachedReport } from './cached-reports.ts';
import { Scheduler } from './scheduler.ts';

/** Connects the scheduler to the console's offline copy. Only the person who planned a report gets it. */
export function createScheduler(context: ConsoleContext): Scheduler {
  const { host } = context;
  return new Scheduler({
    clock: host.clock,
    plans: openPlans(join(host.folder, 'schedule.json')),
    findOwner: () => context.session.owner,
    refresh: () => context.sync(),
    readReport: (id, days) => ({ ...readCachedReport(context, id, lastDays(days)), brand: context.servers.brand }),
    printPdf: (html) => host.printPdf(html),
    onChange: () => context.publishState(),
    notify: (title, body) => host.notify(title, body),
    log: (message, details) => host.log(message, details),
  });
}
