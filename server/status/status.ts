import type { StatusReply } from '#contract/status.ts';
import { answerInTime } from '#server/base/db/hung-database.ts';
import type { Deps } from '#server/base/http/context.ts';
import { noticeAt } from './notices.ts';
import { findWork, type Work } from './queries-status.ts';

/** Work that waits longer is late. Most of it starts within a second. */
const LATE_MS = 5 * 60_000;
/** Fewer emails than this may have failed because of one recipient. */
const SOME_EMAILS = 3;

type Sources = Pick<Deps, 'db' | 'statusDb' | 'clock' | 'config' | 'settings'>;
type Part = StatusReply['parts'][number];

/** When this process first couldn't reach its database, which can't record that itself. */
const unreachableSince = new WeakMap<Deps['db'], string>();

/** The state of the site. Without the database, it is what this server knows by itself. */
export async function readStatus(deps: Sources): Promise<StatusReply> {
  const { clock, settings } = deps;
  const db = deps.statusDb ?? deps.db;
  const now = clock.now();
  const at = now.toISOString();
  const work = await answerInTime(findWork(db, now)).catch(() => null);
  const notices = settings.notices.map((notice) => noticeAt(notice, now));
  const { readOnly } = settings;
  const known = { at, until: readOnly?.until ?? null, notices };
  if (!work) {
    const since = unreachableSince.get(db) ?? at;
    unreachableSince.set(db, since);
    return { ...known, state: 'down', since, parts: [{ part: 'directory', state: 'down', since }] };
  }
  unreachableSince.delete(db);
  const parts = partsOf(work, deps, now);
  if (readOnly) return { ...known, state: 'read_only', since: readOnly.since, parts };
  const incidents = notices.filter(({ state }) => state === 'ongoing').map(({ startsAt }) => startsAt);
  if (incidents.length > 0) return { ...known, state: 'incident', since: incidents.toSorted()[0]!, parts };
  const late = parts.flatMap(({ since }) => (since === null ? [] : [since]));
  return { ...known, state: late.length > 0 ? 'delayed' : 'up', since: late.toSorted()[0] ?? null, parts };
}

/** The parts whose state the server knows. */
function partsOf(work: Work, { config, settings }: Sources, now: Date): Part[] {
  const { readOnly } = settings;
  const since = (...times: (Date | null)[]): string | null => {
    const late = times.flatMap((time) =>
      time && now.getTime() - time.getTime() > LATE_MS ? [time.toISOString()] : [],
    );
    return late.toSorted()[0] ?? null;
  };
  const part = (name: Part['part'], lateSince: string | null): Part =>
    readOnly
      ? { part: name, state: 'paused', since: readOnly.since }
      : { part: name, state: lateSince === null ? 'up' : 'delayed', since: lateSince };
  const parts: Part[] = [{ part: 'directory', state: 'up', since: null }];
  // Before a server has run the first job, it isn't known whether any runs them.
  if (work.lastTick !== null || work.backgroundSince !== null)
    parts.push(part('background', since(work.lastTick, work.backgroundSince)));
  parts.push(part('email', since(work.emailSince, work.retriedEmails >= SOME_EMAILS ? work.firstRetriedEmail : null)));
  if (config.payments) parts.push(part('payments', since(work.paymentsSince, work.firstRetriedPayment)));
  parts.push(part('imports', since(work.importsSince)));
  return parts;
}
