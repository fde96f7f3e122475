import type { z } from 'zod';
import type { Reply } from '#contract/endpoint.ts';
import type { siteInfo } from '#contract/site.ts';
import { storedNotices, type addNotice, type StatusNotice, type updateNotice } from '#contract/status.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { lockSetting, saveSetting } from './queries-status.ts';

/** The page shows the last year or so. Older notices stay in the audit log. */
const MOST_NOTICES = 50;
const MOST_UPDATES = 50;

type NewNotice = z.output<(typeof addNotice)['body']>;
type Update = z.output<(typeof updateNotice)['body']>;

export const addStatusNotice = (ctx: Ctx<Actor>, { title, text, state, startsAt, endsAt }: NewNotice): Promise<void> =>
  changeNotices(ctx, 'notice.created', (notices, at) => {
    const id = Math.max(0, ...notices.map((notice) => notice.id)) + 1;
    const times = { startsAt: startsAt ?? at, endsAt: endsAt ?? (state === 'resolved' ? at : null) };
    const notice = { id, title, state, ...times, updates: [{ at, state, text }] };
    return { id, notices: [notice, ...notices].slice(0, MOST_NOTICES) };
  });

export const addUpdate = (ctx: Ctx<Actor>, id: number, { text, state, startsAt, endsAt }: Update): Promise<void> =>
  changeNotices(ctx, 'notice.updated', (notices, at) => {
    const before = find(notices, id);
    const end = endsAt === undefined ? before.endsAt : endsAt;
    const isEarlyEnd = state === 'resolved' && (end === null || end > at);
    const notice = {
      ...before,
      state,
      startsAt: startsAt ?? before.startsAt,
      // A resolved notice has ended, and one that is opened again has not.
      endsAt: isEarlyEnd
        ? at
        : state !== 'resolved' && before.state === 'resolved' && endsAt === undefined
          ? null
          : end,
      updates: [{ at, state, text }, ...before.updates].slice(0, MOST_UPDATES),
    };
    return { id, notices: notices.map((each) => (each.id === id ? notice : each)) };
  });

export const deleteStatusNotice = (ctx: Ctx<Actor>, id: number): Promise<void> =>
  changeNotices(ctx, 'notice.deleted', (notices) => {
    find(notices, id);
    return { id, notices: notices.filter((notice) => notice.id !== id) };
  });

function find(notices: readonly StatusNotice[], id: number): StatusNotice {
  const notice = notices.find((each) => each.id === id);
  if (!notice) throw notFound('This notice was removed.');
  return notice;
}

async function changeNotices(
  { db, clock, actor, settings }: Ctx<Actor>,
  action: string,
  change: (notices: StatusNotice[], at: string) => { id: number; notices: StatusNotice[] },
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (trx) => {
    const before = storedNotices.safeParse(await lockSetting(trx, 'notices')).data ?? [];
    const { id, notices } = change(before, at.toISOString());
    const [old, changed] = [before, notices].map((list) => list.find((notice) => notice.id === id) ?? null);
    rejectOddTimes(changed ?? null);
    await saveSetting(trx, 'notices', notices, actor.userId, at);
    await audit(trx, actor, {
      at,
      action,
      subject: 'settings',
      subjectId: `notice ${id}`,
      before: old,
      after: changed,
    });
  });
  await settings.reload();
}

function rejectOddTimes(notice: StatusNotice | null): void {
  if (!notice) return;
  if (notice.endsAt !== null && notice.endsAt < notice.startsAt)
    throw badRequest('Please enter an end after the start.', { endsAt: 'Please enter an end after the start.' });
  if (notice.state === 'planned' && notice.endsAt === null)
    throw badRequest('Please say when the planned work ends.', { endsAt: 'Please say when the planned work ends.' });
}

/** A notice as of now: planned work is ongoing between its times, and over after them. */
export function noticeAt(notice: StatusNotice, now: Date): StatusNotice {
  if (notice.state !== 'planned') return notice;
  const at = now.toISOString();
  if (notice.endsAt !== null && notice.endsAt <= at) return { ...notice, state: 'resolved' };
  return notice.startsAt <= at ? { ...notice, state: 'ongoing' } : notice;
}

const RANK: Record<StatusNotice['state'], number> = { ongoing: 0, watching: 1, planned: 2, resolved: 3 };

type Banner = Reply<typeof siteInfo>['banner'];

/** The line for every page: that the site is read-only, or else the first ongoing or planned notice. */
export function findBanner({ notices, readOnly }: Pick<Deps['settings'], 'notices' | 'readOnly'>, now: Date): Banner {
  const current = notices.map((notice) => noticeAt(notice, now)).filter(({ state }) => state !== 'resolved');
  const [first] = current.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.startsAt < b.startsAt ? -1 : 1));
  if (readOnly) return { kind: 'read_only', title: '', startsAt: readOnly.since, endsAt: readOnly.until };
  if (!first || first.state === 'resolved') return null;
  const { state, title, startsAt, endsAt } = first;
  return { kind: state, title, startsAt, endsAt };
}
