import { intervals, paidPlanIds, priceOf, type Interval, type PaidPlanId } from '#contract/plans.ts';
import type { Config } from '#server/config.ts';

export interface PlanPrice {
  priceId: string;
  plan: PaidPlanId;
  interval: Interval;
  launch: boolean;
  cents: number;
}

export const sandboxPriceId = (plan: PaidPlanId, interval: Interval, launch: boolean): string =>
  `price_sandbox_${plan}${launch ? '_launch' : ''}_${interval}`;

const variableOf = (plan: PaidPlanId, interval: Interval, launch: boolean) =>
  `STRIPE_PRICE_${plan.toUpperCase()}${launch ? '_LAUNCH' : ''}_${interval.toUpperCase()}` as keyof Config & string;
const everyPrice = paidPlanIds.flatMap((plan) =>
  intervals.flatMap((interval) => [false, true].map((launch) => ({ plan, interval, launch }))),
);
const idFor = (config: Config, { plan, interval, launch }: Omit<PlanPrice, 'priceId' | 'cents'>): string | undefined =>
  (config[variableOf(plan, interval, launch)] as string | undefined) ??
  // In production only prices that were named can be sold.
  (config.production ? undefined : sandboxPriceId(plan, interval, launch));

export const listMissingPrices = (config: Config): string[] =>
  everyPrice
    .filter((price) => idFor(config, price) === undefined)
    .map(({ plan, interval, launch }) => variableOf(plan, interval, launch));

const known = new WeakMap<object, Map<string, PlanPrice>>();

/** Every price of ours by the payment provider's id for it: from the environment, else the sandbox's. */
export function getPlanPrices(config: Config): Map<string, PlanPrice> {
  let prices = known.get(config);
  if (!prices) {
    prices = new Map();
    for (const price of everyPrice) {
      const priceId = idFor(config, price);
      if (priceId)
        prices.set(priceId, { ...price, priceId, cents: priceOf(price.plan, price.interval, price.launch).cents });
    }
    known.set(config, prices);
  }
  return prices;
}
