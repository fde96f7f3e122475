import { downloadFeed, readFeed } from '#contract/listings/feed.ts';
import { signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findFeedPage, isUnchanged, sendFeed } from './feed.ts';

export const feedRoutes: Route[] = [
  serve(readFeed, signedIn, async ({ query }, ctx, { res }) =>
    (await isUnchanged(ctx, res)) ? undefined : findFeedPage(ctx, query),
  ),
  serve(downloadFeed, signedIn, async ({ query }, ctx, { res }) => {
    if (!(await isUnchanged(ctx, res))) await sendFeed(ctx, query, res);
  }),
];
