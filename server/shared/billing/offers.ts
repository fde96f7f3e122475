import { paidPlanIds, type Interval, type PaidPlanId } from './plans.ts';

/** A price on sale, in cents. */
export interface OfferedPrice {
  plan: PaidPlanId;
  interval: Interval;
  launch: boolean;
  cents: number;
}
type Offers = readonly OfferedPrice[];

/** The price without the launch discount. Undefined if the plan isn't for sale by this period. */
export const regularCents = (offers: Offers, plan: PaidPlanId, interval: Interval): number | undefined =>
  offers.find((offer) => !offer.launch && offer.plan === plan && offer.interval === interval)?.cents;

interface Saving {
  plan: PaidPlanId;
  yearly: number;
  /** The price of twelve months, which is higher. */
  twelveMonths: number;
  /** The months that this saves. */
  months: number;
}

/** The plans of which a year costs less than twelve months. */
export const findSavings = (offers: Offers): Saving[] =>
  paidPlanIds.flatMap((plan) => {
    const monthly = regularCents(offers, plan, 'monthly');
    const yearly = regularCents(offers, plan, 'yearly');
    if (monthly === undefined || yearly === undefined || yearly >= monthly * 12) return [];
    return [{ plan, yearly, twelveMonths: monthly * 12, months: (monthly * 12 - yearly) / monthly }];
  });

/** The whole number of months that a year saves with each plan, or null if it isn't one. */
export function findFreeMonths(savings: readonly Saving[]): number | null {
  const [first] = savings;
  return first && Number.isInteger(first.months) && savings.every(({ months }) => months === first.months)
    ? first.months
    : null;
}

/** For the switch between months and years. Null if a year saves nothing. */
export function describeSaving(offers: Offers): string | null {
  const savings = findSavings(offers);
  if (savings.length === 0) return null;
  const months = findFreeMonths(savings);
  if (months !== null) return `Save ${months} ${months === 1 ? 'month' : 'months'} free`;
  return `Save up to ${Math.floor(Math.max(...savings.map((saving) => (saving.months / 12) * 100)))}%`;
}
