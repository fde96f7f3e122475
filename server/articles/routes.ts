import * as adminContract from '#contract/articles/admin-articles.ts';
import * as contract from '#contract/articles/articles.ts';
import * as peopleContract from '#contract/articles/people.ts';
import { notFound } from '#server/base/http/errors.ts';
import { admin, everyone, everyoneOrOwner } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import {
  publishAllDrafts,
  findArticle,
  createArticle,
  listArticles,
  deleteArticle,
  countArticlesByTopic,
  updateArticle,
} from './articles.ts';
import { addBrand, listBrands, deleteBrand, updateBrand, testBrand } from './brands.ts';
import { findLatestRun, startRun, stopRun } from './generate.ts';
import { listDeletedArticles, restoreArticle } from './deleted.ts';
import { addPerson, changePerson, listPeople, removePerson } from './people.ts';
import { findNewestArticle, findProvenance } from './queries.ts';
import { findCalendar } from './queries-calendar.ts';
import { queueArticle, updateSchedule, listSchedules } from './schedule.ts';
import { listTopics } from './topics.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.listArticles, everyoneOrOwner, ({ query: { brief, ...filter } }, ctx) =>
    listArticles(ctx, { ...filter, brief: brief !== undefined }),
  ),
  serve(contract.newestArticle, everyone, (_input, { db, clock }) => findNewestArticle(db, clock.now())),
  serve(contract.articleStats, everyone, (_input, { db, clock }) => countArticlesByTopic(db, clock.now())),
  serve(contract.listTopics, everyone, (_input, { db }) => listTopics(db)),
  serve(contract.getArticle, everyoneOrOwner, ({ params }, ctx) => findArticle(ctx, params.slug)),

  serve(contract.createArticle, admin, ({ body }, ctx) => createArticle(body, ctx)),
  serve(contract.bulkApprove, admin, async (_input, ctx) => ({ approved: await publishAllDrafts(ctx) })),
  serve(contract.bulkGenerate, admin, ({ query, body }, ctx) => startRun(ctx, body?.topicIds, query.wait !== '0')),
  serve(adminContract.latestRun, admin, (_input, ctx) => findLatestRun(ctx)),
  serve(adminContract.cancelRun, admin, async ({ params }, ctx) => {
    await stopRun(params.id, ctx);
    return ok;
  }),
  serve(contract.updateArticle, admin, ({ params, body }, ctx) => updateArticle(params.id, body, ctx)),
  serve(contract.deleteArticle, admin, async ({ params }, ctx) => {
    await deleteArticle(params.id, ctx);
    return ok;
  }),
  serve(adminContract.articleProvenance, admin, async ({ params }, { db }) => {
    const provenance = await findProvenance(db, params.id);
    if (provenance === undefined) throw notFound('Article not found');
    return provenance;
  }),
  serve(adminContract.queueArticle, admin, ({ params, body }, ctx) => queueArticle(params.id, body.queued, ctx)),
  serve(adminContract.articleCalendar, admin, ({ query: { from, to } }, { db, clock }) =>
    findCalendar(db, { from: new Date(from), to: new Date(to), now: clock.now() }),
  ),
  serve(adminContract.listDeletedArticles, admin, (_input, ctx) => listDeletedArticles(ctx)),
  serve(adminContract.restoreArticle, admin, ({ params }, ctx) => restoreArticle(params.id, ctx)),
  serve(adminContract.listSchedules, admin, (_input, { db, clock }) => listSchedules(db, clock.now())),
  serve(adminContract.updateSchedule, admin, ({ params, body }, ctx) => updateSchedule(params.topicId, body, ctx)),

  serve(peopleContract.listPeople, admin, (_input, ctx) => listPeople(ctx)),
  serve(peopleContract.createPerson, admin, ({ body }, ctx) => addPerson(body, ctx)),
  serve(peopleContract.updatePerson, admin, async ({ params, body }, ctx) => {
    await changePerson(params.id, body, ctx);
    return ok;
  }),
  serve(peopleContract.deletePerson, admin, async ({ params }, ctx) => {
    await removePerson(params.id, ctx);
    return ok;
  }),

  serve(adminContract.listBrands, admin, (_input, ctx) => listBrands(ctx)),
  serve(adminContract.createBrand, admin, ({ body }, ctx) => addBrand(body, ctx)),
  serve(adminContract.updateBrand, admin, ({ params, body }, ctx) => updateBrand(params.id, body, ctx)),
  serve(adminContract.deleteBrand, admin, async ({ params }, ctx) => {
    await deleteBrand(params.id, ctx);
    return ok;
  }),
  serve(adminContract.testBrand, admin, ({ params }, ctx) => testBrand(params.id, ctx)),
];
