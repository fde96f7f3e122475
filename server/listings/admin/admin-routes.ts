import * as contract from '#contract/admin-listings.ts';
import { totalHeader } from '#server/db/pagination.ts';
import { admin, anyone } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { merge, undo } from './merge.ts';
import { close, inbox, report } from '../problems.ts';
import { detail, edit, find, putBackEntry, remove, restore, transfer, verify } from './admin.ts';

const ok = { ok: true } as const;
const counted = <T>({ items, total }: { items: T[]; total: number | null }) => new Answer(items, totalHeader(total));

export const listingAdminRoutes: Route[] = [
  serve(contract.findListings, admin, async ({ query }, ctx) => counted(await find(ctx, query))),
  serve(contract.openListing, admin, ({ params }, ctx) => detail(ctx, params.id)),
  serve(contract.editListing, admin, async ({ params, body }, ctx) => {
    await edit(ctx, params.id, body);
    return ok;
  }),
  serve(contract.verifyListing, admin, async ({ params, body }, ctx) => {
    await verify(ctx, params.id, body.verified);
    return ok;
  }),
  serve(contract.removeListing, admin, async ({ params }, ctx) => {
    await remove(ctx, params.id);
    return ok;
  }),
  serve(contract.restoreDeleted, admin, async ({ params }, ctx) => {
    await restore(ctx, params.id);
    return ok;
  }),
  serve(contract.putBackChange, admin, async ({ params, body }, ctx) => {
    await putBackEntry(ctx, params.id, body.entryId);
    return ok;
  }),
  serve(contract.transferListing, admin, async ({ params, body }, ctx) => {
    await transfer(ctx, params.id, body);
    return ok;
  }),
  serve(contract.mergeListings, admin, ({ params, body }, ctx) => merge(ctx, params.id, body)),
  serve(contract.undoMerge, admin, ({ params }, ctx) => undo(ctx, params.id)),

  serve(contract.reportProblem, anyone, async ({ params, body }, ctx) => {
    await report(ctx, params.id, body);
    return ok;
  }),
  serve(contract.listProblems, admin, async ({ query: { status, page = 1, pageSize = 50 } }, ctx) =>
    counted(await inbox(ctx, status, { limit: pageSize, offset: (page - 1) * pageSize })),
  ),
  serve(contract.closeProblem, admin, async ({ params, body }, ctx) => {
    await close(ctx, params.id, body);
    return ok;
  }),
];
