import * as figures from '#contract/insights/analytics.ts';
import * as contract from '#contract/insights/insights.ts';
import * as privacy from '#contract/accounts/privacy.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import { fileNameOf } from '#shared/slug.ts';
import { exportDbOf } from '#server/base/http/slots/download-slots.ts';
import { admin, anyone, signedIn } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import * as analytics from './analytics.ts';
import { searchDataExport, sendExport, userAnalyticsExport } from './exports.ts';
import { findOwnerInsights } from './owner.ts';
import { insightsCsv } from './owner-csv.ts';
import { closePrivacyRequest, exportOwnData, receivePrivacyRequest, recordPrivacyRequest } from './privacy/privacy.ts';
import { listRequests } from './privacy/queries-privacy.ts';
import { findReportRows } from './reports.ts';
import { beginSession, readBatch, storeBatch } from './tracking/track.ts';

export const routes: Route[] = [
  serve(contract.startSession, anyone, ({ body }, ctx) => beginSession(body, ctx)),
  serve(contract.track, anyone, ({ body }, ctx) => storeBatch(readBatch(body), body.sessionId, ctx)),
  serve(contract.trackConversion, anyone, ({ body }, ctx) =>
    storeBatch({ events: [], conversions: [body], leaves: [] }, null, ctx),
  ),

  serve(figures.adminAnalytics, admin, ({ query }, ctx) => analytics.findSiteFigures(query, ctx)),
  serve(figures.contentAnalytics, admin, ({ query }, ctx) => analytics.findContentFigures(query, ctx)),
  serve(figures.analyticsDays, admin, ({ query }, ctx) => analytics.findFiguresByDay(query, ctx)),
  serve(figures.analyticsRevenue, admin, ({ query }, ctx) => analytics.findRevenue(query, ctx)),
  serve(figures.analyticsSearches, admin, ({ query }, ctx) => analytics.findSearchFigures(query, ctx)),
  serve(figures.analyticsQueues, admin, (_, ctx) => analytics.findQueues(ctx)),
  serve(figures.reportRows, admin, ({ params, query }, ctx) =>
    findReportRows(params.id, query, { ...ctx, db: exportDbOf(ctx) }),
  ),
  serve(figures.exportUserAnalytics, admin, ({ query }, ctx, { res }) =>
    sendExport(userAnalyticsExport, query, ctx, res),
  ),
  serve(figures.exportSearchData, admin, ({ query }, ctx, { res }) => sendExport(searchDataExport, query, ctx, res)),
  serve(figures.ownerInsights, signedIn, ({ params, query }, ctx) => findOwnerInsights(params.id, query.days, ctx)),
  serve(figures.exportOwnerInsights, signedIn, async ({ params, query }, ctx, { res }) => {
    const csv = insightsCsv(await findOwnerInsights(params.id, query.days, ctx));
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="insights-${params.id}-${dayOf(ctx.clock.now())}.csv"`,
    });
    res.send(csv);
  }),

  serve(privacy.sendPrivacyRequest, anyone, async ({ body }, ctx) => {
    await receivePrivacyRequest(body, ctx);
    return { ok: true } as const;
  }),
  serve(privacy.listPrivacyRequests, admin, ({ query }, { db }) => listRequests(db, query.status)),
  serve(privacy.addPrivacyRequest, admin, ({ body }, ctx) => recordPrivacyRequest(body, ctx)),
  serve(privacy.closePrivacyRequest, admin, ({ params, body }, ctx) => closePrivacyRequest(params.id, body, ctx)),
  serve(privacy.exportMyData, signedIn, async (_, ctx) => {
    const name = `${fileNameOf(ctx.settings.brand)}-my-data-${dayOf(ctx.clock.now())}.json`;
    return new Answer(await exportOwnData({ ...ctx, db: exportDbOf(ctx) }), {
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  }),
];
