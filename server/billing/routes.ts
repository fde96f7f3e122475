import * as contract from '#contract/billing/billing.ts';
import { anyone, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { getCatalog } from './billing.ts';
import { confirmPayment, getOrCreateSubscription } from './checkout.ts';
import {
  cancelSubscription,
  changePlan,
  createPortalSession,
  getSubscription,
  listOwnInvoices,
  previewPlanChange,
  refreshSubscription,
  resumeSubscription,
} from './manage.ts';
import { readBody, receiveWebhook } from './webhook.ts';

export const routes: Route[] = [
  serve(contract.getBillingCatalog, anyone, (_input, ctx) => getCatalog(ctx)),
  serve(contract.getOrCreateSubscription, signedIn, ({ body }, ctx) => getOrCreateSubscription(body, ctx)),
  serve(contract.confirmPayment, signedIn, ({ body }, ctx) => confirmPayment(body, ctx)),
  serve(contract.createBillingPortalSession, signedIn, (_input, ctx) => createPortalSession(ctx)),
  serve(contract.mySubscription, signedIn, (_input, ctx) => getSubscription(ctx)),
  serve(contract.cancelSubscription, signedIn, (_input, ctx) => cancelSubscription(ctx)),
  serve(contract.resumeSubscription, signedIn, (_input, ctx) => resumeSubscription(ctx)),
  serve(contract.refreshSubscription, signedIn, (_input, ctx) => refreshSubscription(ctx)),
  serve(contract.previewPlanChange, signedIn, ({ query }, ctx) => previewPlanChange(query.priceId, ctx)),
  serve(contract.changePlan, signedIn, ({ body }, ctx) => changePlan(body, ctx)),
  serve(contract.myInvoices, signedIn, (_input, ctx) => listOwnInvoices(ctx)),
  serve(contract.stripeWebhook, anyone, async (_input, ctx, { req }) => {
    await receiveWebhook(ctx, await readBody(req), ctx.header('stripe-signature'));
    return { received: true as const };
  }),
];
