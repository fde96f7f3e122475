import { centsOf } from '#shared/billing/launch.ts';
import { intervals, paidPlanIds, type Interval, type PaidPlanId } from '#shared/billing/plans.ts';
import type { Config } from '#server/base/config.ts';
import { sandboxPriceId } from '../stripe-sandbox/prices.ts';

export interface PlanPrice {
  priceId: string;
  plan: PaidPlanId;
  interval: Interval;
  launch: boolean;
  cents: number;
}

const variableName = (plan: PaidPlanId, interval: Interval, launch: boolean) =>
  `STRIPE_PRICE_${plan.toUpperCase()}${launch ? '_LAUNCH' : ''}_${interval.toUpperCase()}` as keyof Config & string;
const allPrices = paidPlanIds.flatMap((plan) =>
  intervals.flatMap((interval) => [false, true].map((launch) => ({ plan, interval, launch }))),
);
const findPriceId = (
  config: Config,
  { plan, interval, launch }: Omit<PlanPrice, 'priceId' | 'cents'>,
): string | undefined =>
  (config[variableName(plan, interval, launch)] as string | undefined) ??
  // Production sells only prices whose ids are configured.
  (config.production ? undefined : sandboxPriceId(plan, interval, launch));

export const listMissingPrices = (config: Config): string[] =>
  allPrices
    .filter((price) => findPriceId(config, price) === undefined)
    .map(({ plan, interval, launch }) => variableName(plan, interval, launch));

const pricesByConfig = new WeakMap<object, Map<string, PlanPrice>>();

/** Our prices by their id at Stripe. Ids come from the environment, or else from the sandbox. */
export function getPlanPrices(config: Config): Map<string, PlanPrice> {
  let prices = pricesByConfig.get(config);
  if (!prices) {
    prices = new Map();
    for (const price of allPrices) {
      const priceId = findPriceId(config, price);
      if (priceId) prices.set(priceId, { ...price, priceId, cents: centsOf(price.plan, price.interval, price.launch) });
    }
    pricesByConfig.set(config, prices);
  }
  return prices;
}
