import type { z } from 'zod';
import { problem, type closeProblem, type reportProblem } from '#contract/admin-listings.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit } from '#server/audit/audit.ts';
import { checkHuman } from '#server/site/human-check.ts';
import { listingPath } from '#contract/listing-path.ts';
import { lockListing } from './queries-history.ts';
import { changeProblem, insertProblem, lockProblem, ownerOf, problems } from './admin/queries-admin.ts';
import { missingListing } from './admin/admin.ts';

/** A visitor says what is wrong. Nothing changes by itself: staff look at it. */
export async function report(
  ctx: Ctx,
  dentistId: number,
  { humanCheck, about, message, email }: z.output<(typeof reportProblem)['body']>,
): Promise<void> {
  await enforceLimit(
    ctx,
    'LIMIT_CONTACT',
    ctx.ip,
    'You have sent several reports already. Please try again in an hour.',
  );
  await ctx.db.transaction(async (trx) => {
    if (!(await lockListing(trx, dentistId))) throw missingListing();
    await checkHuman(trx, ctx, humanCheck);
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

export async function inbox(ctx: Ctx<Actor>, status: string | undefined, page: { limit: number; offset: number }) {
  const { items, total } = await problems(ctx.db, status ?? null, page);
  return { items: items.map((row) => ({ ...row, href: listingPath({ ...row, id: row.dentistId }) })), total };
}

export async function close(
  ctx: Ctx<Actor>,
  id: number,
  { status, note, read }: z.output<(typeof closeProblem)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await lockProblem(trx, id);
    if (!before) throw notFound('There is no such report.');
    await rejectIfChanged({
      read,
      schema: problem.pick({ status: true, note: true }),
      stored: before,
      newValues: { status },
      actor: ctx.actor,
      findLastChange: async () =>
        before.closedBy && before.closedAt
          ? { userId: before.closedBy, name: (await ownerOf(trx, before.closedBy))?.name ?? null, at: before.closedAt }
          : null,
    });
    const at = ctx.clock.now();
    const closed = status !== 'open';
    await changeProblem(trx, id, {
      status,
      note: note?.trim() || null,
      closedAt: closed ? at : null,
      closedBy: closed ? ctx.actor.userId : null,
    });
    await audit(trx, ctx.actor, {
      at,
      action: `problem.${status}`,
      subject: 'listing',
      subjectId: before.dentistId,
      note: note?.trim() || null,
      before: { status: before.status },
      after: { status },
    });
  });
}
