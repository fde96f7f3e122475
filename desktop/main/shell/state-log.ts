import type { ConsoleState } from '../../bridge/shapes.ts';

type Log = (message: string, details: object) => void;

/** Logs changes of the server, the session, unsent decisions, and jobs, but no names of people or files. */
export function logChange(log: Log, beforeJson: string, after: ConsoleState): void {
  if (beforeJson === '') return;
  const before = JSON.parse(beforeJson) as ConsoleState;
  const logIfChanged = (pick: (state: ConsoleState) => unknown, message: string, details: object) => {
    if (JSON.stringify(pick(before)) !== JSON.stringify(pick(after))) log(message, details);
  };
  logIfChanged(({ server }) => server, 'the server was chosen', { server: after.server });
  logIfChanged(({ signedIn }) => signedIn, after.signedIn ? 'logged in' : 'logged out', { ended: after.ended });
  logIfChanged(({ link, problem }) => [link, problem], `the console is ${after.link}`, { problem: after.problem });
  logIfChanged(({ update }) => update?.needed, 'the versions were compared', { outdated: after.update?.needed });
  logIfChanged(({ snapshot }) => [snapshot.asOf === null, snapshot.pending], 'the claims changed', after.snapshot);
  logIfChanged(countDecisions, 'the unsent decisions changed', countDecisions(after));
  for (const { id, kind, state, done, total } of after.jobs)
    if (before.jobs.find((job) => job.id === id)?.state !== state) log(`a job is ${state}`, { id, kind, done, total });
}

const countDecisions = ({ outbox }: ConsoleState): object => ({ ...outbox, conflicts: outbox.conflicts.length });
