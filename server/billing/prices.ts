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

/** The price of Enterprise per location is agreed on, so only Stripe knows it, and no page shows it. */
interface EnterprisePrice {
  priceId: string;
  plan: 'enterprise';
  interval: Interval;
  launch: false;
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

/** The id of the price of Enterprise for one location, if it is configured. */
export const findEnterprisePriceId = (config: Config, interval: Interval): string | undefined =>
  interval === 'monthly' ? config.STRIPE_PRICE_ENTERPRISE_MONTHLY : config.STRIPE_PRICE_ENTERPRISE_YEARLY;

/** The periods in which Enterprise has a price. */
export const enterpriseIntervals = (config: Config): Interval[] =>
  config.payments ? intervals.filter((interval) => findEnterprisePriceId(config, interval) !== undefined) : [];

/** Finds a price of ours, whether it is for sale on the website or agreed on. */
export function findOurPrice(config: Config, priceId: string): PlanPrice | EnterprisePrice | undefined {
  const interval = intervals.find((one) => findEnterprisePriceId(config, one) === priceId);
  return interval ? { priceId, plan: 'enterprise', interval, launch: false } : getPlanPrices(config).get(priceId);
}

const pricesByConfig = new WeakMap<object, Map<string, PlanPrice>>();

/** The prices of the plans on the website by their id at Stripe. Ids come from the environment, or else from the sandbox. */
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
