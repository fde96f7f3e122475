import * as contract from '#contract/confirmations.ts';
import { admin, anyone, everyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { countRecentlyConfirmed } from './confirmed-share.ts';
import { confirmByLink, confirmByPhone, viewConfirmation } from './confirm.ts';

export const routes: Route[] = [
  serve(contract.viewConfirmation, anyone, ({ body }, ctx) => viewConfirmation(ctx, body.token)),
  serve(contract.confirmByLink, anyone, ({ body }, ctx) => confirmByLink(ctx, body)),
  serve(contract.confirmedCount, everyone, (_input, ctx) => countRecentlyConfirmed(ctx)),
  serve(contract.confirmByPhone, admin, async ({ params }, ctx) => {
    await confirmByPhone(ctx, params.id);
    return { ok: true } as const;
  }),
];
