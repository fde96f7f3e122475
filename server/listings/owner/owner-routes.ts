import { addPhoto as addPhotoCall, arrangePhotos, listingPhotos, media, mediaSize } from '#contract/gallery.ts';
import { listingHistory, putBackChange } from '#contract/listing-history.ts';
import { acceptInvitation, inviteManager, leaveListing, listManagers, removeManager } from '#contract/managers.ts';
import {
  confirmListing,
  deleteListing,
  myListings as myListingsCall,
  unclaimListing,
  updateListing as updateListingCall,
} from '#contract/own-listings.ts';
import { createListing, createPractice, similarListings } from '#contract/practices.ts';
import { anyone, signedIn } from '#server/http/guards.ts';
import { serve, type Route } from '#server/http/serve.ts';
import { entitled } from './entitled.ts';
import { accept, invite, leave, managersFor, remove } from './managers.ts';
import { sendMedia } from '../photos/media.ts';
import { historyFor } from './owner-history.ts';
import { confirmAll, deleteOwn, myListings, putBackOwn, unclaim, updateListing } from './owner.ts';
import { addPhoto, arrange, galleryFor } from '../photos/gallery.ts';
import { addListing, addPractice, findSimilar } from './add-listing.ts';

const ok = { ok: true } as const;

/** What owners and managers do with their listings. */
export const ownerRoutes: Route[] = [
  serve(myListingsCall, signedIn, (_input, ctx) => myListings(ctx)),
  serve(updateListingCall, signedIn, ({ params, body }, ctx) => updateListing(ctx, params.id, body)),
  serve(deleteListing, signedIn, async ({ params }, ctx) => {
    await deleteOwn(ctx, params.id);
    return ok;
  }),
  serve(unclaimListing, signedIn, async ({ params }, ctx) => {
    await unclaim(ctx, params.id);
    return ok;
  }),
  serve(confirmListing, signedIn, ({ params }, ctx) => confirmAll(ctx, params.id)),
  serve(createPractice, entitled, ({ body }, ctx) => addPractice(ctx, body)),
  serve(createListing, entitled, ({ body }, ctx) => addListing(ctx, body)),
  serve(similarListings, signedIn, ({ query }, ctx) => findSimilar(ctx, query)),
  serve(addPhotoCall, signedIn, ({ params, body }, ctx) => addPhoto(ctx, params.id, body)),
  serve(arrangePhotos, signedIn, ({ params, body }, ctx) => arrange(ctx, params.id, body)),
  serve(listingPhotos, anyone, ({ params }, ctx) => galleryFor(ctx.db, params.id)),
  serve(media, anyone, ({ params }, ctx, { res }) => sendMedia(ctx, params.hash, 1600, res, ctx.signal)),
  serve(mediaSize, anyone, ({ params }, ctx, { res }) => sendMedia(ctx, params.hash, params.width, res, ctx.signal)),
  serve(listingHistory, signedIn, ({ params, query }, ctx) => historyFor(ctx, params.id, query.before)),
  serve(putBackChange, signedIn, ({ params }, ctx) => putBackOwn(ctx, params.id, params.entry)),
  serve(listManagers, signedIn, ({ params }, ctx) => managersFor(ctx, params.id)),
  serve(inviteManager, signedIn, ({ params, body }, ctx) => invite(ctx, params.id, body.email)),
  serve(removeManager, signedIn, ({ params }, ctx) => remove(ctx, params.id, params.manager)),
  serve(leaveListing, signedIn, async ({ params }, ctx) => {
    await leave(ctx, params.id);
    return ok;
  }),
  serve(acceptInvitation, signedIn, ({ body }, ctx) => accept(ctx, body.token)),
];
