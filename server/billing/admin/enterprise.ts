import type { z } from 'zod';
import type { startEnterprise as startContract, UserBillingIn } from '#contract/billing/admin-billing.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { getOrCreateCustomer, withCheckoutLock } from '../customers.ts';
import { findEnterprisePriceId } from '../prices.ts';
import { billedLocations } from '../quantity.ts';
import { findPlanPrice, isLive } from '../state.ts';
import { callProvider, paymentsOf } from '../stripe.ts';
import { findStripePrice, readAmount } from '../stripe-prices.ts';
import { syncCustomer } from '../sync.ts';
import { auditBilling, getUserBilling, requireUserPlan } from './admin.ts';

const DAYS_UNTIL_DUE = 30;

const running = () =>
  conflict('This account pays for a plan. Cancel it first, and then start Enterprise.', 'subscription_running');

/** Starts one subscription for all locations of an account's groups. Stripe sends its invoices, so it needs no card. */
export async function startEnterprise(
  ctx: Ctx<Actor>,
  id: number,
  { interval, reason }: z.output<(typeof startContract)['body']>,
): Promise<UserBillingIn> {
  const priceId = findEnterprisePriceId(ctx.config, interval);
  if (!priceId)
    throw conflict(
      `Enterprise has no ${interval} price at Stripe. Agree on a price, and give the plan until a date.`,
      'no_price',
    );
  const { user, subscription } = await requireUserPlan(ctx, id);
  if (subscription && isLive(subscription.status)) throw running();
  const quantity = await billedLocations(ctx.db, id);
  await callProvider(ctx, async () => {
    const { stripe } = paymentsOf(ctx);
    const customer = await getOrCreateCustomer(ctx, user);
    await withCheckoutLock(ctx, customer, async () => {
      const price = await findStripePrice(stripe, priceId);
      const amount = price ? readAmount(price, interval) : { fault: 'is not at Stripe' };
      if ('fault' in amount) throw conflict(`The price of Enterprise (${priceId}) ${amount.fault}.`, 'no_price');
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      if (data.some((one) => findPlanPrice(ctx, one) && isLive(one.status))) throw running();
      await stripe.subscriptions.create(
        {
          customer,
          items: [{ price: priceId, quantity }],
          billing_mode: { type: 'flexible' },
          collection_method: 'send_invoice',
          days_until_due: DAYS_UNTIL_DUE,
          metadata: { user_id: String(id), plan: 'enterprise' },
        },
        { idempotencyKey: `enterprise-${customer}-${priceId}-${data.length}` },
      );
    });
    await syncCustomer(ctx, customer);
  });
  await auditBilling(ctx.db, ctx, user, {
    action: 'billing.enterprise_started',
    reason,
    what: `Started Enterprise for ${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'location' : 'locations'}`,
  });
  return getUserBilling(ctx, id);
}
