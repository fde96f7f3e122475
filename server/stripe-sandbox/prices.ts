import { defaultCents } from '#shared/billing/default-prices.ts';
import { intervals, paidPlanIds, planName, type Interval, type PaidPlanId } from '#shared/billing/plans.ts';
import type { Price } from './objects.ts';

export const sandboxPriceId = (plan: PaidPlanId, interval: Interval, launch: boolean): string =>
  `price_sandbox_${plan}${launch ? '_launch' : ''}_${interval}`;

/** The prices of the plan catalog, those of Enterprise, and one for another product, because a Stripe account may sell other things too. */
export const sandboxPrices: Price[] = [
  ...paidPlanIds.flatMap((plan) =>
    intervals.flatMap((interval) =>
      [false, true].map((launch) =>
        price(
          sandboxPriceId(plan, interval, launch),
          `prod_enamel_${plan}`,
          `${planName(plan)} (${launch ? 'launch, ' : ''}${interval})`,
          defaultCents(plan, interval, launch),
          interval,
        ),
      ),
    ),
  ),
  // The catalog has no price for Enterprise, because it is agreed on. This one is for tests and for trying it out.
  ...intervals.map((interval) =>
    price(
      `price_sandbox_enterprise_${interval}`,
      'prod_enamel_enterprise',
      `Enterprise, per location (${interval})`,
      interval === 'monthly' ? 4_000 : 40_000,
      interval,
    ),
  ),
  price('price_sandbox_other_product', 'prod_other', 'Another product (monthly)', 100, 'monthly'),
];

function price(id: string, product: string, nickname: string, cents: number, interval: 'monthly' | 'yearly'): Price {
  return {
    id,
    object: 'price',
    created: 1_735_689_600,
    livemode: false,
    active: true,
    currency: 'usd',
    product,
    nickname,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: String(cents),
    recurring: { interval: interval === 'monthly' ? 'month' : 'year', interval_count: 1, usage_type: 'licensed' },
    metadata: {},
  };
}
