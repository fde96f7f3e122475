import * as contract from '#contract/data-health.ts';
import { audit } from '#server/audit/audit.ts';
import { writeListings } from '#server/bulk/export/exporter.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import { withDownloadSlot } from '#server/base/http/slots/download-slots.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { conditionOf, describeDataHealth, listFailing } from './data-health.ts';

export const routes: Route[] = [
  serve(contract.getDataHealth, admin, (_input, ctx) => describeDataHealth(ctx)),
  serve(contract.listUnhealthy, admin, async ({ params, query }, { db }) => {
    const { items, total } = await listFailing({ db }, params.check, sliceOf(query));
    return new Answer(items, { 'X-Total-Count': String(total) });
  }),
  serve(contract.exportUnhealthy, admin, async ({ params: { check } }, ctx, { res }) => {
    const at = ctx.clock.now();
    const file = `listings-${check.replaceAll('_', '-')}-${at.toISOString().slice(0, 10)}.csv`;
    await audit(ctx.db, ctx.actor, {
      at,
      action: 'export.data-health',
      subject: 'export',
      subjectId: check,
      note: `Exported ${file}.`,
    });
    const condition = await conditionOf(ctx.db, check);
    await withDownloadSlot(ctx, (db) => {
      res.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
      });
      return writeListings(db, condition, res, ctx.signal);
    }).catch((error: unknown) => {
      if (!ctx.signal.aborted) throw error;
    });
  }),
];
