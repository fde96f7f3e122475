import * as contract from '#contract/accounts/api-keys.ts';
import { admin, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { createKey, listOwnKeys, revokeKey, rotateKey } from './keys.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.listApiKeys, signedIn, (_input, ctx) => listOwnKeys(ctx)),
  serve(contract.createApiKey, signedIn, ({ body }, ctx) => createKey(ctx, body)),
  serve(contract.rotateApiKey, signedIn, ({ params, body }, ctx) => rotateKey(ctx, params.id, body.password)),
  serve(contract.revokeApiKey, signedIn, async ({ params }, ctx) => {
    await revokeKey(ctx, ctx.actor.userId, params.id);
    return ok;
  }),
  serve(contract.revokeUserApiKey, admin, async ({ params }, ctx) => {
    await revokeKey(ctx, params.id, params.key);
    return ok;
  }),
];
