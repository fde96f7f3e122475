import type { Knex } from 'knex';
import type { z } from 'zod';
import { audit } from '#server/audit/audit.ts';
import type * as contract from '#contract/listings/admin-listings.ts';
import { problem } from '#contract/listings/admin-listings.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { notFound } from '#server/base/http/errors.ts';
import { verifyHumanCheck } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { listingNotFound } from '../errors.ts';
import { lockListing } from '../queries-history.ts';
import { findOwner } from './queries-admin.ts';
import {
  findProblemRows,
  hasOpenProblem,
  insertProblem,
  lockProblem,
  updateProblem,
} from './queries-problem-reports.ts';

/** Stores a visitor's report for review; the listing does not change. */
export async function reportProblem(
  ctx: Ctx,
  dentistId: number,
  { humanCheck, about, message, email }: z.output<(typeof contract.reportProblem)['body']>,
): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', ctx.network, 'You have sent several reports. Please try again in an hour.');
  await ctx.db.transaction(async (trx) => {
    if (!(await lockListing(trx, dentistId))) throw listingNotFound();
    await verifyHumanCheck(trx, ctx, humanCheck);
    await insertProblem(trx, {
      dentistId,
      about,
      message,
      email,
      userId: ctx.actor?.userId ?? null,
      createdAt: ctx.clock.now(),
    });
  });
}

export const hasOpenPhoneProblem = (trx: Knex, dentistId: number): Promise<boolean> =>
  hasOpenProblem(trx, dentistId, 'phone');

/** Opens a problem for staff after callers said that the number is wrong. Nothing says who they were. */
export async function reportWrongNumber(trx: Knex, dentistId: number, now: Date): Promise<void> {
  await insertProblem(trx, {
    dentistId,
    about: 'phone',
    message: 'Two visitors called this listing within 60 days and said that they reached a wrong number.',
    createdAt: now,
  });
}

export async function findProblems(
  ctx: Ctx<Actor>,
  status: string | undefined,
  page: { limit: number; offset: number },
) {
  const { items, total } = await findProblemRows(ctx.db, status ?? null, page);
  return { items: items.map((row) => ({ ...row, href: listingPath({ ...row, id: row.dentistId }) })), total };
}

export async function closeProblem(
  ctx: StaffContext,
  id: number,
  { status, note: rawNote, read }: z.output<(typeof contract.closeProblem)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await lockProblem(trx, id);
    if (!before) throw notFound('That report does not exist.');
    await rejectIfChanged({
      read,
      schema: problem.pick({ status: true, note: true }),
      stored: before,
      newValues: { status },
      actor: ctx.actor,
      findLastChange: async () =>
        before.closedBy && before.closedAt
          ? {
              userId: before.closedBy,
              name: (await findOwner(trx, before.closedBy))?.name ?? null,
              at: before.closedAt,
            }
          : null,
    });
    const now = ctx.clock.now();
    const isClosed = status !== 'open';
    const note = rawNote?.trim() || null;
    await updateProblem(trx, id, {
      status,
      note,
      closedAt: isClosed ? now : null,
      closedBy: isClosed ? ctx.actor.userId : null,
    });
    await audit(trx, ctx.actor, {
      at: now,
      action: `problem.${status}`,
      subject: 'listing',
      subjectId: before.dentistId,
      note,
      before: { status: before.status, note: before.note },
      after: { status, note },
    });
  });
}
