import * as gallery from '#contract/listings/gallery.ts';
import * as history from '#contract/listings/listing-history.ts';
import * as managers from '#contract/listings/managers.ts';
import * as listings from '#contract/listings/own-listings.ts';
import * as practices from '#contract/places/practices.ts';
import { anyone, everyone, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { sendMedia } from '../photos/media.ts';
import { addPhoto, arrangePhotos, findGallery, restorePhoto } from '../photos/gallery.ts';
import { addListing, addPractice, findSimilarListings } from './add-listing.ts';
import { entitled } from '../access/entitled.ts';
import {
  acceptInvitation,
  findManagers,
  inviteManager,
  leaveListing,
  removeManager,
  viewInvitation,
} from './managers.ts';
import { findOwnHistory } from '../access/owner-history.ts';
import {
  confirmListing,
  deleteListing,
  findOwnListings,
  restoreOwnField,
  unclaimListing,
  updateListing,
} from './owner.ts';

const ok = { ok: true } as const;

/** Calls for the owners and managers of listings. */
export const ownerRoutes: Route[] = [
  serve(listings.myListings, signedIn, (_input, ctx) => findOwnListings(ctx)),
  serve(listings.updateListing, signedIn, ({ params, body }, ctx) => updateListing(ctx, params.id, body)),
  serve(listings.deleteListing, signedIn, async ({ params }, ctx) => {
    await deleteListing(ctx, params.id);
    return ok;
  }),
  serve(listings.unclaimListing, signedIn, async ({ params }, ctx) => {
    await unclaimListing(ctx, params.id);
    return ok;
  }),
  serve(listings.confirmListing, signedIn, ({ params }, ctx) => confirmListing(ctx, params.id)),

  serve(practices.createPractice, entitled, ({ body }, ctx) => addPractice(ctx, body)),
  serve(practices.createListing, entitled, ({ body }, ctx) => addListing(ctx, body)),
  serve(practices.similarListings, signedIn, ({ query }, ctx) => findSimilarListings(ctx, query)),

  serve(gallery.addPhoto, signedIn, ({ params, body }, ctx) => addPhoto(ctx, params.id, body)),
  serve(gallery.arrangePhotos, signedIn, ({ params, body }, ctx) => arrangePhotos(ctx, params.id, body)),
  serve(gallery.restorePhoto, signedIn, ({ params, body }, ctx) => restorePhoto(ctx, params.id, body)),
  serve(gallery.listingPhotos, everyone, ({ params }, ctx) => findGallery(ctx.db, params.id)),
  serve(gallery.media, everyone, ({ params }, ctx, { res }) => sendMedia(ctx, params.hash, 1600, res, ctx.signal)),
  serve(gallery.mediaSize, everyone, ({ params }, ctx, { res }) =>
    sendMedia(ctx, params.hash, params.width, res, ctx.signal),
  ),

  serve(history.listingHistory, signedIn, ({ params, query }, ctx) => findOwnHistory(ctx, params.id, query.before)),
  serve(history.putBackChange, signedIn, ({ params }, ctx) => restoreOwnField(ctx, params.id, params.entry)),

  serve(managers.listManagers, signedIn, ({ params }, ctx) => findManagers(ctx, params.id)),
  serve(managers.inviteManager, signedIn, ({ params, body }, ctx) => inviteManager(ctx, params.id, body.email)),
  serve(managers.removeManager, signedIn, ({ params }, ctx) => removeManager(ctx, params.id, params.manager)),
  serve(managers.leaveListing, signedIn, async ({ params }, ctx) => {
    await leaveListing(ctx, params.id);
    return ok;
  }),
  serve(managers.viewInvitation, anyone, ({ body }, ctx) => viewInvitation(ctx, body.token)),
  serve(managers.acceptInvitation, signedIn, ({ body }, ctx) => acceptInvitation(ctx, body.token)),
];
