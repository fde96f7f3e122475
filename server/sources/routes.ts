import * as contract from '#contract/sources.ts';
import { audit } from '#server/audit/audit.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { readUpload } from '#server/bulk/upload/upload.ts';
import { describeCoverage } from './coverage.ts';
import { formatAddresses } from './geocode.ts';
import { runSource } from './run-source.ts';
import { websiteRoutes } from './websites/routes.ts';
import { changeSource, fetchAndPreview, listSources, requireSource } from './sources.ts';

export const routes: Route[] = [
  serve(contract.listSources, admin, (_input, ctx) => listSources(ctx)),
  serve(contract.getCoverage, admin, (_input, ctx) => describeCoverage(ctx)),
  serve(contract.listAddresses, admin, async (_input, ctx, { res }) => {
    const at = ctx.clock.now();
    const text = await formatAddresses(ctx);
    const file = `addresses-${at.toISOString().slice(0, 10)}.csv`;
    await audit(ctx.db, ctx.actor, {
      at,
      action: 'export.addresses',
      subject: 'export',
      subjectId: 'addresses',
      note: `Exported ${file}.`,
    });
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}"`,
    });
    res.end(text);
  }),
  serve(contract.previewSource, admin, async ({ params, query }, ctx, { req }) => {
    const info = requireSource(params.key);
    const { file } = await readUpload(req, ctx.config.DATA_DIR);
    const asOf = query.asOf ?? ctx.clock.now().toISOString().slice(0, 10);
    const { id } = await runSource(ctx, { info, file, asOf, apply: false, actor: ctx.actor });
    return new Answer({ id }, {}, 202);
  }),
  serve(contract.fetchSource, admin, async ({ params }, ctx) => {
    const { id } = await fetchAndPreview(ctx, params.key);
    return new Answer({ id }, {}, 202);
  }),
  serve(contract.changeSource, admin, ({ params, body }, ctx) => changeSource(ctx, params.key, body)),
  ...websiteRoutes,
];
