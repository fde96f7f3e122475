import { defaultCents } from '#shared/billing/default-prices.ts';
import { intervals, paidPlanIds, planName, type Interval, type PaidPlanId } from '#shared/billing/plans.ts';
import type { Price } from './objects.ts';

export const sandboxPriceId = (plan: PaidPlanId, interval: Interval, launch: boolean): string =>
  `price_sandbox_${plan}${launch ? '_launch' : ''}_${interval}`;

/** The prices of the plan catalog, and one for another product, because a Stripe account may sell other things too. */
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
