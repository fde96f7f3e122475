import * as figures from '#contract/analytics.ts';
import * as contract from '#contract/insights.ts';
import * as privacy from '#contract/privacy.ts';
import { dayOf } from '#contract/report-zone.ts';
import { admin, anyone, signedIn } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import * as analytics from './analytics.ts';
import { searchData, sendExport, userAnalytics } from './exports.ts';
import { insightsOf } from './owner.ts';
import { closeRequest, myData, receiveRequest, writeDown } from './privacy.ts';
import { listRequests } from './queries-privacy.ts';
import { rowsFor } from './reports.ts';
import { beginSession, givenBy, receive } from './track.ts';

export const routes: Route[] = [
  serve(contract.startSession, anyone, ({ body }, ctx) => beginSession(body, ctx)),
  serve(contract.track, anyone, ({ body }, ctx) => receive(givenBy(body), body.sessionId, ctx)),
  serve(contract.trackConversion, anyone, ({ body }, ctx) =>
    receive({ events: [], conversions: [body], leaves: [] }, null, ctx),
  ),

  serve(figures.adminAnalytics, admin, ({ query }, ctx) => analytics.siteFigures(query, ctx)),
  serve(figures.contentAnalytics, admin, ({ query }, ctx) => analytics.contentFigures(query, ctx)),
  serve(figures.analyticsDays, admin, ({ query }, ctx) => analytics.figuresByDay(query, ctx)),
  serve(figures.analyticsRevenue, admin, ({ query }, ctx) => analytics.revenue(query, ctx)),
  serve(figures.analyticsSearches, admin, ({ query }, ctx) => analytics.searchFigures(query, ctx)),
  serve(figures.analyticsQueues, admin, (_, ctx) => analytics.queues(ctx)),
  serve(figures.reportRows, admin, ({ params, query }, ctx) => rowsFor(params.id, query, ctx)),
  serve(figures.exportUserAnalytics, admin, ({ query }, ctx, { res }) => sendExport(userAnalytics, query, ctx, res)),
  serve(figures.exportSearchData, admin, ({ query }, ctx, { res }) => sendExport(searchData, query, ctx, res)),
  serve(figures.ownerInsights, signedIn, ({ params, query }, ctx) => insightsOf(params.id, query.days, ctx)),

  serve(privacy.sendPrivacyRequest, anyone, async ({ body }, ctx) => {
    await receiveRequest(body, ctx);
    return { ok: true } as const;
  }),
  serve(privacy.listPrivacyRequests, admin, ({ query }, { db }) => listRequests(db, query.status)),
  serve(privacy.addPrivacyRequest, admin, ({ body }, ctx) => writeDown(body, ctx)),
  serve(privacy.closePrivacyRequest, admin, ({ params, body }, ctx) => closeRequest(params.id, body, ctx)),
  serve(privacy.exportMyData, signedIn, async (_, ctx) => {
    const name = `enamel-my-data-${dayOf(ctx.clock.now())}.json`;
    return new Answer(await myData(ctx), {
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
  }),
];
