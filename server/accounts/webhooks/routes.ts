import * as contract from '#contract/accounts/webhooks.ts';
import { signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import * as webhooks from './endpoints.ts';

export const routes: Route[] = [
  serve(contract.listWebhooks, signedIn, (_input, ctx) => webhooks.listOwnWebhooks(ctx)),
  serve(contract.createWebhook, signedIn, ({ body }, ctx) => webhooks.addWebhook(ctx, body)),
  serve(contract.rotateWebhookSecret, signedIn, ({ params, body }, ctx) =>
    webhooks.rotateSecret(ctx, params.id, body.password),
  ),
  serve(contract.testWebhook, signedIn, ({ params }, ctx) => webhooks.sendTest(ctx, params.id)),
  serve(contract.enableWebhook, signedIn, ({ params }, ctx) => webhooks.enableWebhook(ctx, params.id)),
  serve(contract.deleteWebhook, signedIn, async ({ params }, ctx) => {
    await webhooks.removeWebhook(ctx, params.id);
    return { ok: true } as const;
  }),
  serve(contract.listDeliveries, signedIn, ({ params, query }, ctx) =>
    webhooks.findDeliveries(ctx, params.id, query.before),
  ),
  serve(contract.redeliver, signedIn, ({ params }, ctx) => webhooks.sendAgain(ctx, params.id, params.delivery)),
];
