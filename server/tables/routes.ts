import * as bulk from '#contract/tables/bulk-changes.ts';
import * as search from '#contract/tables/staff-search.ts';
import * as views from '#contract/tables/table-views.ts';
import * as contract from '#contract/tables/tables.ts';
import { countTableRows, filterOf, readTablePage } from '#server/base/tables/read-table.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { enqueue } from '#server/base/jobs/queue.ts';
import { openChange, previewChange, startChange } from './bulk-changes.ts';
import { bulkChangeJob } from './jobs.ts';
import { findViews } from './queries-views.ts';
import { tables } from './registry.ts';
import { searchEverything } from './search-everything.ts';
import { requireReading } from './table-access.ts';
import { sendTableCsv } from './table-csv.ts';
import { deleteView, saveView } from './views.ts';

/** The facts about the viewer that filters use. */
const viewerOf = ({ clock, actor }: Ctx<Actor>) => ({ now: clock.now(), userId: actor.userId });

const start = (ctx: Ctx<Actor>, id: number, to: 'applying' | 'undoing') =>
  startChange(ctx, id, to, (trx) => enqueue(trx, bulkChangeJob, { id }));

export const routes: Route[] = [
  serve(contract.readTable, admin, ({ params, query }, ctx) => {
    requireReading(ctx.actor, params.table);
    return readTablePage(ctx.db, tables[params.table].source, { ...query, ...viewerOf(ctx) });
  }),
  serve(contract.countTable, admin, async ({ params, query }, ctx) => {
    requireReading(ctx.actor, params.table);
    const filter = filterOf({ ...query, ...viewerOf(ctx) });
    return { total: await countTableRows(ctx.db, tables[params.table].source, filter) };
  }),
  serve(contract.saveTable, admin, ({ params, query }, ctx, { res }) => {
    requireReading(ctx.actor, params.table);
    return sendTableCsv(ctx, params.table, { ...query, ...viewerOf(ctx) }, res);
  }),

  serve(search.searchEverything, admin, ({ query }, { db, actor }) => searchEverything(db, actor.role, query.q)),

  serve(views.listTableViews, admin, ({ query }, { db, actor }) => {
    requireReading(actor, query.table);
    return findViews(db, query.table, { userId: actor.userId, isAdmin: actor.role === 'admin' });
  }),
  serve(views.saveTableView, admin, ({ body }, ctx) => {
    requireReading(ctx.actor, body.table);
    return saveView(ctx, body);
  }),
  serve(views.deleteTableView, admin, async ({ params }, ctx) => {
    await deleteView(ctx, params.id);
    return { ok: true } as const;
  }),

  serve(bulk.previewBulkChange, admin, ({ params, body }, ctx) => previewChange(ctx, params.table, body)),
  serve(bulk.openBulkChange, admin, ({ params }, ctx) => openChange(ctx, params.id)),
  serve(bulk.applyBulkChange, admin, ({ params }, ctx) => start(ctx, params.id, 'applying')),
  serve(bulk.undoBulkChange, admin, ({ params }, ctx) => start(ctx, params.id, 'undoing')),
];
