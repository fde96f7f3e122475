import type { z } from 'zod';
import { MAX_VIEWS, type saveTableView } from '#contract/tables/table-views.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import * as sql from './queries-views.ts';

export async function saveView(
  ctx: Ctx<Actor>,
  { table, name, search, isShared }: z.output<(typeof saveTableView)['body']>,
): Promise<sql.ViewRow> {
  const { userId } = ctx.actor;
  return ctx.db.transaction(async (trx) => {
    if ((await sql.countOwnViews(trx, table, userId, name)) >= MAX_VIEWS)
      throw conflict(`You can save ${MAX_VIEWS} views of a list. Delete one first.`, 'too_many_views');
    const updatedAt = ctx.clock.now();
    const id = await sql.upsertView(trx, { tableName: table, userId, name, search, isShared, updatedAt });
    return { id, name, search, isShared, isOwn: true, canDelete: true, ownerName: ctx.actor.name };
  });
}

/** An administrator can delete a shared view, too, because its author may be gone. */
export async function deleteView(ctx: Ctx<Actor>, id: number): Promise<void> {
  const { userId, role } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const deleted = await sql.deleteView(trx, id, userId, { anyShared: role === 'admin' });
    if (!deleted) throw notFound('We couldn’t find this view.');
    if (deleted.userId !== userId)
      await audit(trx, ctx.actor, {
        at: ctx.clock.now(),
        action: 'table_view.deleted',
        subject: 'table_view',
        subjectId: id,
        note: `${deleted.name} (${deleted.tableName})`,
      });
  });
}
