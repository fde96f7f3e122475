import { addArticlePicture } from '#contract/articles/admin-articles.ts';
import * as contract from '#contract/listings/admin-listings.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin, anyone } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { storeDataUrl } from '../photos/upload.ts';
import { addPhoto, arrangePhotos, restorePhoto } from '../photos/gallery.ts';
import { publishHeld } from '../checks/held.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { mergeListings, undoMerge } from './merge.ts';
import { closeProblem, findProblems, reportProblem } from './problem-reports.ts';
import { byStaff, createListing } from './staff-edits.ts';
import {
  findListingDetail,
  editListing,
  findListings,
  restoreFieldAsAdmin,
  deleteListing,
  restoreDeletedListing,
  transferListing,
  verifyListing,
} from './admin.ts';

const ok = { ok: true } as const;
const counted = <T>({ items, total }: { items: T[]; total: number | null }) => new Answer(items, totalHeader(total));

export const listingAdminRoutes: Route[] = [
  serve(contract.findListings, admin, async ({ query }, ctx) => counted(await findListings(ctx, query))),
  serve(contract.openListing, admin, ({ params }, ctx) => findListingDetail(ctx, params.id)),
  serve(contract.editListing, admin, async ({ params, body }, ctx) => {
    await editListing(ctx, params.id, body);
    return ok;
  }),
  serve(contract.createListingAsStaff, admin, ({ body }, ctx) => createListing(ctx, body)),
  serve(contract.addPhotoAsStaff, admin, ({ params, body }, ctx) => addPhoto(ctx, params.id, body, byStaff)),
  serve(contract.arrangePhotosAsStaff, admin, ({ params, body }, ctx) => arrangePhotos(ctx, params.id, body, byStaff)),
  serve(contract.restorePhotoAsStaff, admin, ({ params, body }, ctx) => restorePhoto(ctx, params.id, body, byStaff)),
  serve(addArticlePicture, admin, async ({ body }, ctx) => ({ url: await storeDataUrl(ctx, body.picture) })),
  serve(contract.verifyListing, admin, async ({ params, body }, ctx) => {
    await verifyListing(ctx, params.id, body.verified);
    return ok;
  }),
  serve(contract.publishListing, admin, async ({ params }, ctx) => {
    await publishHeld(ctx, params.id);
    return ok;
  }),
  serve(contract.removeListing, admin, async ({ params }, ctx) => {
    await deleteListing(ctx, params.id);
    return ok;
  }),
  serve(contract.restoreDeleted, admin, async ({ params }, ctx) => {
    await restoreDeletedListing(ctx, params.id);
    return ok;
  }),
  serve(contract.putBackChange, admin, async ({ params, body }, ctx) => {
    await restoreFieldAsAdmin(ctx, params.id, body.entryId);
    return ok;
  }),
  serve(contract.transferListing, admin, async ({ params, body }, ctx) => {
    await transferListing(ctx, params.id, body);
    return ok;
  }),
  serve(contract.mergeListings, admin, ({ params, body }, ctx) => mergeListings(ctx, params.id, body)),
  serve(contract.undoMerge, admin, ({ params }, ctx) => undoMerge(ctx, params.id)),

  ...catalogRoutes,

  serve(contract.reportProblem, anyone, async ({ params, body }, ctx) => {
    await reportProblem(ctx, params.id, body);
    return ok;
  }),
  serve(contract.listProblems, admin, async ({ query: { status, page = 1, pageSize = 50 } }, ctx) =>
    counted(await findProblems(ctx, status, { limit: pageSize, offset: (page - 1) * pageSize })),
  ),
  serve(contract.closeProblem, admin, async ({ params, body }, ctx) => {
    await closeProblem(ctx, params.id, body);
    return ok;
  }),
];
