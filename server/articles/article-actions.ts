import type { BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { updateArticle } from './articles.ts';
import { lockArticle, type ArticleRow } from './queries.ts';
import { queueArticle } from './schedule.ts';

async function lockExisting(ctx: StaffContext, id: number): Promise<ArticleRow> {
  const article = await lockArticle(ctx.db, id);
  if (!article) throw notFound('Article not found');
  return article;
}

const stateOf = ({ isPublished, queuedAt, scheduledPublishAt }: ArticleRow) => ({
  isPublished,
  queued: queuedAt !== null,
  scheduledPublishAt: queuedAt === null ? (scheduledPublishAt?.toISOString() ?? null) : null,
});
type ArticleState = ReturnType<typeof stateOf>;

/** Changes the state of an article with `change`. Returns null if that leaves it as it was. */
const withState =
  (change: (ctx: StaffContext, id: number) => Promise<unknown>) => async (ctx: StaffContext, id: number) => {
    const before = stateOf(await lockExisting(ctx, id));
    await change(ctx, id);
    const after = stateOf(await lockExisting(ctx, id));
    return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after };
  };

/** Restores the state, unless someone has changed it since. A date that has passed is left out, because it would publish. */
async function restoreState(ctx: StaffContext, id: number, { before, after }: { before: object; after: object }) {
  const current = stateOf(await lockExisting(ctx, id));
  if (Object.entries(after).some(([name, value]) => current[name as keyof ArticleState] !== value))
    throw conflict('It was edited since.');
  const { isPublished, queued, scheduledPublishAt } = before as ArticleState;
  if (current.queued && !queued) await queueArticle(id, false, ctx);
  const isFuture = scheduledPublishAt !== null && Date.parse(scheduledPublishAt) > ctx.clock.now().getTime();
  await updateArticle(id, { isPublished, scheduledPublishAt: isFuture ? scheduledPublishAt : null }, ctx);
  if (queued) await queueArticle(id, true, ctx);
}

export const articleActions: BulkActions = {
  version: 'cast(a.updated_at as text)',
  actions: {
    queue: { apply: withState((ctx, id) => queueArticle(id, true, ctx)), undo: restoreState },
    unqueue: { apply: withState((ctx, id) => queueArticle(id, false, ctx)), undo: restoreState },
    publish: { apply: withState((ctx, id) => updateArticle(id, { isPublished: true }, ctx)), undo: restoreState },
  },
};
