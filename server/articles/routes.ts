import {
  articleProvenance,
  cancelRun,
  createBrand,
  deleteBrand,
  latestRun,
  listBrands,
  listSchedules,
  queueArticle,
  testBrand,
  updateBrand,
  updateSchedule,
} from '#contract/admin-articles.ts';
import {
  articleStats,
  bulkApprove,
  bulkGenerate,
  createArticle,
  deleteArticle,
  getArticle,
  listArticles,
  updateArticle,
} from '#contract/articles.ts';
import { notFound } from '#server/http/errors.ts';
import { admin, anyone } from '#server/http/guards.ts';
import { serve, type Route } from '#server/http/serve.ts';
import { approveAll, articleFor, create, listFor, remove, statsOf, update } from './articles.ts';
import { addBrand, brands, dropBrand, editBrand, tryBrand } from './brands.ts';
import { latest, startRun, stopRun } from './generate.ts';
import { provenanceOf } from './queries.ts';
import { queueDraft, reschedule, schedules } from './schedule.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(listArticles, anyone, ({ query: { brief, ...filter } }, ctx) =>
    listFor(ctx, { ...filter, brief: brief !== undefined }),
  ),
  serve(articleStats, anyone, (_input, { db, clock }) => statsOf(db, clock.now())),
  serve(getArticle, anyone, ({ params }, ctx) => articleFor(ctx, params.slug)),

  serve(createArticle, admin, ({ body }, ctx) => create(body, ctx)),
  serve(bulkApprove, admin, async (_input, ctx) => ({ approved: await approveAll(ctx) })),
  serve(bulkGenerate, admin, ({ query, body }, ctx) => startRun(ctx, body?.topicIds, query.wait !== '0')),
  serve(latestRun, admin, (_input, ctx) => latest(ctx)),
  serve(cancelRun, admin, async ({ params }, ctx) => {
    await stopRun(params.id, ctx);
    return ok;
  }),
  serve(updateArticle, admin, ({ params, body }, ctx) => update(params.id, body, ctx)),
  serve(deleteArticle, admin, async ({ params }, ctx) => {
    await remove(params.id, ctx);
    return ok;
  }),
  serve(articleProvenance, admin, async ({ params }, { db }) => {
    const found = await provenanceOf(db, params.id);
    if (found === undefined) throw notFound('Article not found');
    return found;
  }),
  serve(queueArticle, admin, ({ params, body }, ctx) => queueDraft(params.id, body.queued, ctx)),
  serve(listSchedules, admin, (_input, { db, clock }) => schedules(db, clock.now())),
  serve(updateSchedule, admin, ({ params, body }, ctx) => reschedule(params.topicId, body, ctx)),

  serve(listBrands, admin, (_input, ctx) => brands(ctx)),
  serve(createBrand, admin, ({ body }, ctx) => addBrand(body, ctx)),
  serve(updateBrand, admin, ({ params, body }, ctx) => editBrand(params.id, body, ctx)),
  serve(deleteBrand, admin, async ({ params }, ctx) => {
    await dropBrand(params.id, ctx);
    return ok;
  }),
  serve(testBrand, admin, ({ params }, ctx) => tryBrand(params.id, ctx)),
];
