import * as contract from '#contract/claims/claims.ts';
import * as started from '#contract/claims/started-claims.ts';
import { admin, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { entitled } from '#server/listings/access/entitled.ts';
import { sendAttachment } from './attachments.ts';
import { answerClaim, submitClaim, withdrawClaim } from './claims.ts';
import { getOwnClaim, listOwnClaims } from './review/dossiers.ts';
import { confirmPin, createLetter } from './evidence/letters.ts';
import { findStartedClaims, forgetStartedClaim, startClaim } from './started-claims.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.submitClaim, entitled, ({ params, body }, ctx) => submitClaim(ctx, params.id, body)),
  serve(contract.myClaims, signedIn, ({ query }, ctx) => listOwnClaims(ctx.db, ctx, ctx.actor.userId, query)),
  serve(started.listStartedClaims, signedIn, (_input, ctx) => findStartedClaims(ctx)),
  serve(started.startClaim, signedIn, async ({ body }, ctx) => {
    await startClaim(ctx, body.dentistId);
    return ok;
  }),
  serve(started.forgetStartedClaim, signedIn, async ({ params }, ctx) => {
    await forgetStartedClaim(ctx, params.id);
    return ok;
  }),
  serve(contract.answerClaim, signedIn, ({ params, body }, ctx) => answerClaim(ctx, params.id, body)),
  serve(contract.withdrawClaim, signedIn, ({ params }, ctx) => withdrawClaim(ctx, params.id)),
  serve(contract.confirmPin, signedIn, async ({ params, body }, ctx) => {
    await confirmPin(ctx, params.id, body.pin);
    return getOwnClaim(ctx.db, ctx, params.id);
  }),
  serve(contract.printLetter, admin, ({ params }, ctx) => createLetter(ctx, params.id)),
  serve(contract.claimAttachment, admin, ({ params }, ctx, { res }) => sendAttachment(ctx.db, params.id, res)),
];
