import type Stripe from 'stripe';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { planName, type Interval } from '#shared/billing/plans.ts';
import type { Deps } from '#server/base/http/context.ts';
import { job } from '#server/base/jobs/queue.ts';
import { listCurrentPrices, type PlanPrice } from './prices.ts';
import { lockPlanPrices, savePlanPrices } from './queries-plan-prices.ts';

export { findPlanPrices } from './queries-plan-prices.ts';

const periodOf = (interval: Interval): 'month' | 'year' => (interval === 'monthly' ? 'month' : 'year');

function describeStripePrice({ unit_amount, currency, recurring }: Stripe.Price): string {
  const amount = unit_amount === null ? 'not a fixed amount' : `$${(unit_amount / 100).toFixed(2)}`;
  const every = recurring?.interval_count === 1 ? '' : `${recurring?.interval_count} `;
  return `${amount} ${currency.toUpperCase()}${recurring ? ` every ${every}${recurring.interval}` : ' once'}`;
}

/** The amount, or why this price of Stripe can't be that of a plan, as the rest of a sentence. */
export function readAmount(price: Stripe.Price, interval: Interval): { cents: number } | { fault: string } {
  if (!price.active) return { fault: 'is archived at Stripe' };
  const { unit_amount: cents, currency, recurring } = price;
  const isFit =
    currency === 'usd' && recurring?.interval === periodOf(interval) && recurring.interval_count === 1 && cents;
  if (isFit) return { cents };
  return {
    fault: `is ${describeStripePrice(price)} at Stripe, and the plan is paid in dollars every ${periodOf(interval)}`,
  };
}

/** A price by its id. Null if Stripe has none. */
export async function findStripePrice(stripe: Stripe, priceId: string): Promise<Stripe.Price | null> {
  try {
    return await stripe.prices.retrieve(priceId);
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') return null;
    throw error;
  }
}

async function compare(stripe: Stripe, { plan, interval, priceId }: PlanPrice) {
  const found = await findStripePrice(stripe, priceId);
  const amount = found ? readAmount(found, interval) : { fault: 'is not at Stripe' };
  return 'cents' in amount
    ? { priceId, cents: amount.cents, problem: null }
    : { priceId, cents: null, problem: `${planName(plan)}, paid ${interval}: the price ${priceId} ${amount.fault}.` };
}

/**
 * Reads the amounts of our prices from Stripe, at start and every hour, because pages show them. Home names those that can't be sold.
 * Prices stay known when they are no longer on sale, because people keep the one with which they subscribed.
 */
export async function comparePlanPrices(deps: Deps): Promise<void> {
  const { payments, db, clock, settings } = deps;
  if (!payments || payments.sandbox) return;
  await settings.reload();
  const current = listCurrentPrices(deps);
  const compared = await Promise.all(current.map((price) => compare(payments.stripe, price)));
  const changed = await db.transaction(async (trx) => {
    const stored = await lockPlanPrices(trx);
    const known = { ...stored.known };
    for (const { priceId, cents } of compared) {
      const { plan, interval, launch } = current.find((price) => price.priceId === priceId)!;
      known[priceId] = { plan, interval, launch, cents: cents ?? known[priceId]?.cents ?? null };
    }
    const problems = Object.fromEntries(
      compared.flatMap(({ priceId, problem }) => (problem ? [[priceId, problem]] : [])),
    );
    const next = { ...stored, known, problems };
    if (isDeepStrictEqual(next, stored)) return false;
    await savePlanPrices(trx, next, clock.now(), null);
    return true;
  });
  if (changed) await settings.reload();
}

/** Enqueued at start, and repeated until Stripe answers. */
export const comparePricesAtStart = job('billing.prices_at_start', {
  payload: z.unknown(),
  handle: (_payload, deps) => comparePlanPrices(deps),
});
