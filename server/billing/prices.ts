import { priceSlot, type StoredPlanPrices } from '#contract/billing/plan-prices.ts';
import { defaultCents } from '#shared/billing/default-prices.ts';
import { intervals, paidPlanIds, type Interval, type PaidPlanId } from '#shared/billing/plans.ts';
import type { Config } from '#server/base/config.ts';
import { sandboxPriceId } from '../stripe-sandbox/prices.ts';

interface Slot {
  plan: PaidPlanId;
  interval: Interval;
  launch: boolean;
}
export interface PlanPrice extends Slot {
  priceId: string;
  /** Null until Stripe has said it. */
  cents: number | null;
  /** False for a price that only those have who subscribed with it. */
  isCurrent: boolean;
}
export interface OfferedPrice extends PlanPrice {
  cents: number;
}
export interface PriceSources {
  config: Config;
  settings: { planPrices: StoredPlanPrices };
}

/** The price of Enterprise per location is agreed on, so only Stripe knows it, and no page shows it. */
interface EnterprisePrice {
  priceId: string;
  plan: 'enterprise';
  interval: Interval;
  launch: false;
  cents: null;
}

export const priceVariable = ({ plan, interval, launch }: Slot) =>
  `STRIPE_PRICE_${plan.toUpperCase()}${launch ? '_LAUNCH' : ''}_${interval.toUpperCase()}` as keyof Config & string;
const allPrices: Slot[] = paidPlanIds.flatMap((plan) =>
  intervals.flatMap((interval) => [false, true].map((launch) => ({ plan, interval, launch }))),
);

/** The price that an administrator chose. The launch discount has only the server's settings. */
const findChosenId = ({ settings }: PriceSources, { plan, interval, launch }: Slot): string | undefined =>
  launch ? undefined : settings.planPrices.chosen[priceSlot(plan, interval)];

const findPriceId = (sources: PriceSources, price: Slot): string | undefined =>
  findChosenId(sources, price) ??
  (sources.config[priceVariable(price)] as string | undefined) ??
  // Production sells only prices whose ids are configured.
  (sources.config.production ? undefined : sandboxPriceId(price.plan, price.interval, price.launch));

export const listMissingPrices = (sources: PriceSources): string[] =>
  allPrices.filter((price) => findPriceId(sources, price) === undefined).map(priceVariable);

/** True if two plans, or two periods of one, have the same price id. */
export function hasDuplicates(sources: PriceSources): boolean {
  const enterprise = enterpriseIntervals(sources.config).map((interval) =>
    findEnterprisePriceId(sources.config, interval),
  );
  const ids = new Set([...listCurrentPrices(sources).map(({ priceId }) => priceId), ...enterprise]);
  return ids.size + listMissingPrices(sources).length !== allPrices.length + enterprise.length;
}

/** Our prices by their id at Stripe. Amounts are Stripe's, or those of the sandbox. */
export function getPlanPrices(sources: PriceSources): Map<string, PlanPrice> {
  const { known } = sources.settings.planPrices;
  const prices = new Map<string, PlanPrice>();
  for (const price of allPrices) {
    const priceId = findPriceId(sources, price);
    if (!priceId) continue;
    const builtIn = sources.config.STRIPE_SECRET_KEY ? null : defaultCents(price.plan, price.interval, price.launch);
    prices.set(priceId, { ...price, priceId, cents: known[priceId]?.cents ?? builtIn, isCurrent: true });
  }
  for (const [priceId, price] of Object.entries(known))
    if (!prices.has(priceId)) prices.set(priceId, { priceId, ...price, isCurrent: false });
  return prices;
}

export const listCurrentPrices = (sources: PriceSources): PlanPrice[] =>
  [...getPlanPrices(sources).values()].filter(({ isCurrent }) => isCurrent);

/** The prices that can be bought: current ones of which Stripe has said the amount. */
export const listOffers = (sources: PriceSources): OfferedPrice[] =>
  listCurrentPrices(sources).filter((price): price is OfferedPrice => price.cents !== null);

/** The id of the price of Enterprise for one location, if it is configured. */
export const findEnterprisePriceId = (config: Config, interval: Interval): string | undefined =>
  interval === 'monthly' ? config.STRIPE_PRICE_ENTERPRISE_MONTHLY : config.STRIPE_PRICE_ENTERPRISE_YEARLY;

/** The periods in which Enterprise has a price. */
export const enterpriseIntervals = (config: Config): Interval[] =>
  config.payments ? intervals.filter((interval) => findEnterprisePriceId(config, interval) !== undefined) : [];

/** Finds a price of ours, whether it is for sale on the website or agreed on. */
export function findOurPrice(sources: PriceSources, priceId: string): PlanPrice | EnterprisePrice | undefined {
  const interval = intervals.find((one) => findEnterprisePriceId(sources.config, one) === priceId);
  return interval
    ? { priceId, plan: 'enterprise', interval, launch: false, cents: null }
    : getPlanPrices(sources).get(priceId);
}
