import * as contract from '#contract/accounts/passkeys.ts';
import { anyone, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import {
  addPasskey,
  listOwnPasskeys,
  logInWithPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from './passkeys.ts';

export const routes: Route[] = [
  serve(contract.passkeyLoginOptions, anyone, ({ body }, ctx) => startPasskeyLogin(ctx, body.page)),
  serve(contract.passkeyLogin, anyone, ({ body }, ctx, stream) => logInWithPasskey(body, ctx, stream)),
  serve(contract.listPasskeys, signedIn, (_input, ctx) => listOwnPasskeys(ctx)),
  serve(contract.startPasskey, signedIn, ({ body }, ctx) => startPasskey(ctx, body.password)),
  serve(contract.addPasskey, signedIn, ({ body }, ctx) => addPasskey(ctx, body)),
  serve(contract.removePasskey, signedIn, async ({ params }, ctx) => {
    await removePasskey(ctx, params.id);
    return { ok: true } as const;
  }),
];
