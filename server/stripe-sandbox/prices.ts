import { intervals, paidPlanIds, planName, priceOf } from '#contract/plans.ts';
import { sandboxPriceId } from '../billing/prices.ts';
import type { Price } from './objects.ts';

/** The sandbox's account holds the catalogue's prices, and one that belongs to somebody else's product. */
export const sandboxPrices: Price[] = [
  ...paidPlanIds.flatMap((plan) =>
    intervals.flatMap((interval) =>
      [false, true].map((launch) =>
        price(
          sandboxPriceId(plan, interval, launch),
          `prod_enamel_${plan}`,
          `${planName(plan)} (${launch ? 'launch, ' : ''}${interval})`,
          priceOf(plan, interval, launch).cents,
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
