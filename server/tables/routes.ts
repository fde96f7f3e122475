import * as bulk from '#contract/bulk-changes.ts';
import * as search from '#contract/staff-search.ts';
import * as views from '#contract/table-views.ts';
import * as contract from '#contract/tables.ts';
import { countTableRows, filterOf, readTablePage } from '#server/db/tables/read-table.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { requirePermission } from './table-access.ts';
import { admin } from '#server/http/guards.ts';
import { serve, type Route } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { findChange, previewChange, startChange } from './bulk-changes.ts';
import { bulkChangeJob } from './jobs.ts';
import { findViews } from './queries-views.ts';
import { tables } from './registry.ts';
import { searchEverything } from './search-everything.ts';
import { sendTableCsv } from './table-csv.ts';
import { deleteView, saveView } from './views.ts';

const start = (ctx: Ctx<Actor>, id: number, to: 'applying' | 'undoing') =>
  startChange(ctx, id, to, (trx) => enqueue(trx, bulkChangeJob, { id }));

export const routes: Route[] = [
  serve(contract.readTable, admin, ({ params, query }, { db, actor }) => {
    requirePermission(actor, params.table);
    return readTablePage(db, tables[params.table].source, query);
  }),
  serve(contract.countTable, admin, async ({ params, query }, { db, actor }) => {
    requirePermission(actor, params.table);
    return { total: await countTableRows(db, tables[params.table].source, filterOf(query)) };
  }),
  serve(contract.saveTable, admin, ({ params, query }, ctx, { res }) => sendTableCsv(ctx, params.table, query, res)),

  serve(search.searchEverything, admin, ({ query }, { db }) => searchEverything(db, query.q)),

  serve(views.listTableViews, admin, ({ query }, { db, actor }) => findViews(db, query.table, actor.userId)),
  serve(views.saveTableView, admin, ({ body }, ctx) => saveView(ctx, body)),
  serve(views.deleteTableView, admin, async ({ params }, ctx) => {
    await deleteView(ctx, params.id);
    return { ok: true } as const;
  }),

  serve(bulk.previewBulkChange, admin, ({ params, body }, ctx) => previewChange(ctx, params.table, body)),
  serve(bulk.openBulkChange, admin, ({ params }, { db }) => findChange(db, params.id)),
  serve(bulk.applyBulkChange, admin, ({ params }, ctx) => start(ctx, params.id, 'applying')),
  serve(bulk.undoBulkChange, admin, ({ params }, ctx) => start(ctx, params.id, 'undoing')),
];
