import type Stripe from 'stripe';
import type { Item, Price, WireForm } from './objects.ts';

export const publishPrice = (own: Price) =>
  ({
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    lookup_key: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    ...own,
    recurring: { meter: null, trial_period_days: null, ...own.recurring },
  }) satisfies WireForm<Stripe.Price, 'unit_amount_decimal'>;

/** The price as Stripe's older plan, which subscription items still carry. */
const publishPlan = (price: Price) =>
  ({
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }) satisfies WireForm<Stripe.Plan, 'amount_decimal'>;

export const publishItem = (own: Item) =>
  ({
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    tax_rates: [],
    ...own,
    plan: publishPlan(own.price),
    price: publishPrice(own.price),
  }) satisfies WireForm<Stripe.SubscriptionItem, 'plan' | 'price'>;
