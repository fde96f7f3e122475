import * as contract from '#contract/suggestions.ts';
import { admin, signedIn } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import * as suggestions from './suggestions.ts';
import { startVisits } from './visit-websites.ts';

export const websiteRoutes: Route[] = [
  serve(contract.listSuggestions, admin, ({ query }, ctx) => suggestions.listSuggestions(ctx, query.topic ?? null)),
  serve(contract.visitWebsites, admin, async (_input, ctx) => new Answer({ due: await startVisits(ctx) }, {}, 202)),
  serve(contract.acceptSuggestions, admin, async ({ body }, ctx) => {
    const chosen = 'ids' in body ? { topic: null, ids: body.ids } : { topic: body.topic, ids: null };
    const { id } = await suggestions.acceptSuggestions(ctx, chosen, ctx.actor);
    return new Answer({ id }, {}, 202);
  }),
  serve(contract.declineSuggestions, admin, async ({ body }, ctx) => ({
    declined: await suggestions.declineSuggestions(ctx, body.ids),
  })),
  serve(contract.ownSuggestions, signedIn, ({ params }, ctx) => suggestions.findOwnSuggestions(ctx, params.id)),
  serve(contract.acceptOwnSuggestion, signedIn, ({ params }, ctx) =>
    suggestions.acceptOwnSuggestion(ctx, params.id, params.suggestion),
  ),
  serve(contract.declineOwnSuggestion, signedIn, async ({ params }, ctx) => {
    await suggestions.declineOwnSuggestion(ctx, params.id, params.suggestion);
    return { ok: true } as const;
  }),
];
