import {
  billingCatalogue,
  cancelSubscription,
  changePlan,
  confirmPayment,
  createBillingPortalSession,
  getOrCreateSubscription,
  myInvoices,
  mySubscription,
  previewPlanChange,
  refreshSubscription,
  resumeSubscription,
  stripeWebhook,
} from '#contract/billing.ts';
import { anyone, signedIn } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { catalogue } from './billing.ts';
import { confirm, getOrCreate } from './checkout.ts';
import * as manage from './manage.ts';
import { invoicesOf } from './queries-transactions.ts';
import { bytesOf, receive } from './webhook.ts';

const noStore = { 'Cache-Control': 'no-store' };

export const routes: Route[] = [
  serve(billingCatalogue, anyone, (_input, ctx) => new Answer(catalogue(ctx), noStore)),
  serve(getOrCreateSubscription, signedIn, ({ body }, ctx) => getOrCreate(body, ctx)),
  serve(confirmPayment, signedIn, ({ body }, ctx) => confirm(body, ctx)),
  serve(createBillingPortalSession, signedIn, (_input, ctx) => manage.portal(ctx)),
  serve(mySubscription, signedIn, async (_input, ctx) => new Answer(await manage.view(ctx), noStore)),
  serve(cancelSubscription, signedIn, (_input, ctx) => manage.cancel(ctx)),
  serve(resumeSubscription, signedIn, (_input, ctx) => manage.resume(ctx)),
  serve(refreshSubscription, signedIn, (_input, ctx) => manage.refresh(ctx)),
  serve(previewPlanChange, signedIn, ({ query }, ctx) => manage.preview(query.priceId, ctx)),
  serve(changePlan, signedIn, ({ body }, ctx) => manage.changePlan(body, ctx)),
  serve(myInvoices, signedIn, async (_input, ctx) => {
    const invoices = await invoicesOf(ctx.db, ctx.actor.userId);
    return new Answer(
      invoices.map((one) => ({
        id: one.invoiceId,
        number: one.number,
        description: one.description,
        status: one.refundedCents > 0 && one.status === 'paid' ? ('refunded' as const) : one.status,
        cents: one.cents,
        currency: one.currency,
        date: one.createdAt,
        url: one.receiptUrl,
      })),
      noStore,
    );
  }),
  serve(stripeWebhook, anyone, async (_input, ctx, { req }) => {
    await receive(ctx, await bytesOf(req), ctx.header('stripe-signature'));
    return { received: true as const };
  }),
];
