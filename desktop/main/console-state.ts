import { staffHome } from '#contract/home/staff-home.ts';
import type { ConsoleState } from '../bridge/shapes.ts';
import { isDue } from '../offline/decision.ts';
import { readInboxChange } from '../offline/inbox.ts';
import { describeDecision, readDecision } from '../offline/snapshot.ts';
import type { ConsoleContext } from './console-context.ts';
import { newestReportTime } from './reports/cached-reports.ts';
import type { ProxyLogin } from './connection/proxy-login.ts';
import type { Scheduler } from './reports/scheduler.ts';
import type { FolderWatch } from './watch/folder-watch.ts';
import type { ConsoleSettings } from './settings.ts';
import type { Updates } from './updates/updates.ts';

type Sources = Pick<
  ConsoleContext,
  'answers' | 'host' | 'inbox' | 'servers' | 'session' | 'connection' | 'snapshot' | 'outbox' | 'jobs'
> & {
  proxyLogin: ProxyLogin;
  scheduler: Scheduler;
  folderWatch: FolderWatch;
  settings: ConsoleSettings;
  updates: Updates | null;
};

/** Builds the state that the page renders. It contains no tokens and no paths. */
export function buildConsoleState(sources: Sources): ConsoleState {
  const { host, servers, session, connection, snapshot, outbox, jobs, scheduler, updates } = sources;
  const unsent = outbox.waiting();
  return {
    version: host.version,
    ...servers.look,
    system: host.system,
    servers: servers.list.map(({ origin, email }) => ({ origin, email, waiting: outbox.waiting(origin).length })),
    server: servers.current,
    signedIn: session.token !== null,
    ended: session.ended,
    link: connection.link,
    problem: connection.problem,
    proxy: sources.proxyLogin.question,
    update: connection.update,
    newer: updates?.newer ?? null,
    outbox: {
      waiting: unsent.filter(isDue).length,
      held: unsent.filter((decision) => !isDue(decision)).length,
      locked: outbox.locked,
      conflicts: outbox.refused().map((decision) => {
        const claimId = readDecision(decision).ids[0];
        const change = readInboxChange(decision);
        const item = change && sources.inbox.find(change.kind, change.id);
        return {
          key: decision.key,
          claimId: claimId ?? null,
          practice: item?.detail.title ?? snapshot.claim(claimId ?? 0)?.listing.name ?? null,
          wanted: describeDecision(decision),
          decidedAt: decision.at,
          message: decision.message,
        };
      }),
    },
    snapshot: {
      asOf: snapshot.asOf,
      pending: snapshot.claims('pending', outbox.waiting(servers.current ?? undefined)).length,
      onDisk: snapshot.onDisk,
    },
    homeAt: sources.answers.get(staffHome.path)?.at ?? null,
    reportsAt: newestReportTime(sources),
    jobs: jobs.list(),
    schedule: scheduler.list(),
    folders: sources.folderWatch.describe(),
    settings: sources.settings.current,
  };
}
