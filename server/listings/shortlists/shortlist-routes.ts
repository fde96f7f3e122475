import * as contract from '#contract/listings/shortlists.ts';
import { anyone, signedIn } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { revealOwnListings } from '../listings.ts';
import { changeOwnShortlist, findOwnShortlist, openSharedShortlist, shareShortlist } from './shortlists.ts';

export const shortlistRoutes: Route[] = [
  serve(contract.shareShortlist, anyone, ({ body }, ctx) => shareShortlist(body.ids, ctx)),
  serve(contract.getSharedShortlist, anyone, async ({ params }, ctx) => {
    const { listings, unlisted } = await openSharedShortlist(params.slug, ctx);
    return new Answer({ listings: await revealOwnListings(ctx, listings), unlisted }, { 'X-Robots-Tag': 'noindex' });
  }),
  serve(contract.getOwnShortlist, signedIn, async (_input, ctx) => ({ ids: await findOwnShortlist(ctx) })),
  serve(contract.changeOwnShortlist, signedIn, async ({ body }, ctx) => ({ ids: await changeOwnShortlist(body, ctx) })),
];
