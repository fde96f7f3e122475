import type { Interval, PaidPlanId } from './plans.ts';

/*
 * The prices of a directory without Stripe: those of the sandbox. Browsers get prices from the catalog, so pages must not
 * import this module.
 */

type Prices = Readonly<Record<PaidPlanId, Record<Interval, number>>>;
const regular: Prices = {
  professional: { monthly: 6_000, yearly: 60_000 },
  pro_max: { monthly: 12_300, yearly: 123_000 },
};
const launchDiscount: Prices = {
  professional: { monthly: 2_400, yearly: 24_000 },
  pro_max: { monthly: 4_900, yearly: 49_200 },
};

/** In cents. */
export const defaultCents = (plan: PaidPlanId, interval: Interval, launch: boolean): number =>
  (launch ? launchDiscount : regular)[plan][interval];
