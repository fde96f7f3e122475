import type { z } from 'zod';
import { MAX_VIEWS, type saveTableView } from '#contract/tables/table-views.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound } from '#server/http/errors.ts';
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
    return { id, name, search, isShared, isOwn: true, ownerName: ctx.actor.name };
  });
}

export async function deleteView(ctx: Ctx<Actor>, id: number): Promise<void> {
  if ((await sql.deleteView(ctx.db, id, ctx.actor.userId)) === 0) throw notFound('We couldn’t find this view.');
}
