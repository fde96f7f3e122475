import type { z } from 'zod';
import type { handleFailedJobs as handleFailedJobsContract } from '#contract/home/failed-jobs.ts';
import { can, type Permission } from '#shared/permissions.ts';
import type { StaffCounts, staffHome } from '#contract/home/staff-home.ts';
import { describeDevice } from '#server/accounts/sign-in/device.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import * as sql from './queries.ts';
import { findFigures, type FigureKind } from './queries-figures.ts';
import { findNewerRelease } from './release.ts';

type Home = z.input<(typeof staffHome)['reply']>;

const dueSources: [kind: Home['due'][number]['kind'], source: sql.Source, permission: Permission][] = [
  ['claims', 'claims', 'claims.read'],
  ['transfers', 'transfers', 'claims.read'],
  ['disputes', 'disputes', 'billing.manage'],
  ['privacy', 'privacy', 'inbox.read'],
  ['listings', 'listing', 'inbox.read'],
  ['reviews', 'review', 'inbox.read'],
  ['problems', 'problem', 'inbox.read'],
  ['messages', 'message', 'inbox.read'],
];
/** In the order in which they are shown. */
const figureSources: [kind: FigureKind, permission: Permission][] = [
  ['money', 'billing.manage'],
  ['sign-ups', 'users.manage'],
  ['drafts', 'articles.write'],
  ['published', 'articles.write'],
  ['health', 'listings.read'],
  ['backups', 'backups.manage'],
  ['visits', 'analytics.read'],
];
const failurePermissions: Record<sql.Failure['kind'], Permission> = {
  mails: 'failures.manage',
  jobs: 'failures.manage',
  imports: 'imports.manage',
  payments: 'billing.manage',
  backups: 'backups.manage',
};
const changePermissions: Record<sql.Change['kind'], Permission> = {
  imports: 'imports.manage',
  merges: 'listings.manage',
  transfers: 'listings.manage',
  'sign-ins': 'audit.read',
};

export async function countInboxes({ db, actor, clock }: Ctx<Actor>): Promise<StaffCounts> {
  if (!can(actor.role, 'inbox.read'))
    return { listing: null, problem: null, message: null, privacy: null, review: null };
  return sql.countOpenItems(db, clock.now());
}

export async function findHome(ctx: Ctx<Actor>): Promise<Home> {
  const { db, actor, clock } = ctx;
  const now = clock.now();
  const { role, userId } = actor;
  const changeKinds = Object.entries(changePermissions).flatMap(([kind, permission]) =>
    can(role, permission) ? [kind as sql.Change['kind']] : [],
  );
  const figureKinds = figureSources.flatMap(([kind, permission]) =>
    can(role, permission) && (kind !== 'money' || ctx.config.payments) ? [kind] : [],
  );
  const [release, due, figures, failures, changes] = await Promise.all([
    can(role, 'settings.manage') ? findNewerRelease(ctx) : null,
    Promise.all(
      dueSources
        .filter(([, , permission]) => can(role, permission))
        .map(async ([kind, source]) => ({
          kind,
          hasDeadline: source !== 'problem' && source !== 'message',
          ...(await sql.findDue(db, source, userId, now)),
        })),
    ),
    figureKinds.length > 0 ? findFigures(db, figureKinds, now) : [],
    sql.findFailures(db, now),
    changeKinds.length > 0 ? sql.findChanges(db, changeKinds, now) : [],
  ]);
  return {
    release,
    priceProblems:
      can(role, 'billing.manage') && ctx.config.payments ? Object.values(ctx.settings.planPrices.problems) : [],
    due,
    figures,
    failed: failures.filter(({ kind }) => can(role, failurePermissions[kind])),
    changed: changes.map(({ userAgent, sessionKind, what, ...change }) => ({
      ...change,
      what: what ?? describeDevice(userAgent, sessionKind ?? 'web'),
    })),
  };
}

export async function handleFailedJobs(
  ctx: Ctx<Actor>,
  { kind, action }: z.output<(typeof handleFailedJobsContract)['body']>,
): Promise<{ count: number }> {
  return ctx.db.transaction(async (trx) => {
    const count = await sql.handleFailedJobs(trx, kind, action);
    if (count > 0)
      await audit(trx, ctx.actor, {
        at: ctx.clock.now(),
        action: action === 'retry' ? 'jobs.retried' : 'jobs.dismissed',
        subject: 'jobs',
        subjectId: kind,
        note: `${count} failed ${kind === 'mails' ? 'emails' : 'jobs'}`,
      });
    return { count };
  });
}
