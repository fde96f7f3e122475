import {
  answerClaim,
  claimAttachment,
  confirmPin,
  myClaims,
  printLetter,
  submitClaim,
  withdrawClaim,
} from '#contract/claims.ts';
import { admin, signedIn } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { entitled } from '#server/listings/owner/entitled.ts';
import { sendAttachment } from './attachments.ts';
import { answer, claimsOf, submit, withdraw } from './claims.ts';
import { ownClaimById } from './dossiers.ts';
import { enterPin, makeLetter } from './letters.ts';

export const routes: Route[] = [
  serve(submitClaim, entitled, ({ params, body }, ctx) => submit(ctx, params.id, body)),
  serve(myClaims, signedIn, (_input, ctx) => claimsOf(ctx.db, ctx, ctx.actor.userId)),
  serve(answerClaim, signedIn, ({ params, body }, ctx) => answer(ctx, params.id, body)),
  serve(withdrawClaim, signedIn, ({ params }, ctx) => withdraw(ctx, params.id)),
  serve(confirmPin, signedIn, async ({ params, body }, ctx) => {
    await enterPin(ctx, params.id, body.pin);
    return ownClaimById(ctx.db, ctx, params.id);
  }),
  serve(
    printLetter,
    admin,
    async ({ params }, ctx) => new Answer(await makeLetter(ctx, params.id), { 'Cache-Control': 'no-store' }),
  ),
  serve(claimAttachment, admin, ({ params }, ctx, { res }) => sendAttachment(ctx.db, params.id, res)),
];
