import * as contract from '#contract/listings/transfers.ts';
import { anyone, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { acceptTransfer, confirmTransfer, declineTransfer, findOffersToMe, viewTransfer } from './accept.ts';
import { cancelTransfer, findLatestTransfer, offerTransfer } from './offers.ts';

export const routes: Route[] = [
  serve(contract.latestTransfer, signedIn, ({ params }, ctx) => findLatestTransfer(ctx, params.id)),
  serve(contract.offerTransfer, signedIn, ({ params, body }, ctx) => offerTransfer(ctx, params.id, body.email)),
  serve(contract.cancelTransfer, signedIn, ({ params }, ctx) => cancelTransfer(ctx, params.id)),
  serve(contract.viewTransfer, anyone, ({ params, body }, ctx) => viewTransfer(ctx, params.id, body.token)),
  serve(contract.myTransferOffers, signedIn, (_input, ctx) => findOffersToMe(ctx)),
  serve(contract.acceptTransfer, signedIn, ({ params }, ctx) => acceptTransfer(ctx, params.id)),
  serve(contract.confirmTransfer, signedIn, ({ params }, ctx) => confirmTransfer(ctx, params.id)),
  serve(contract.declineTransfer, signedIn, ({ params }, ctx) => declineTransfer(ctx, params.id)),
];
