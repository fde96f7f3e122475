import { StripeError, notFound } from './stripe-error.ts';
import {
  optionalBoolean,
  optionalInt,
  requireText,
  optionalText,
  metadataOf,
  paramGroup,
  type Params,
} from './params.ts';
import type { BillingMode, Subscription } from './objects.ts';
import { firstItemParams, operation, toPage, requirePrice, type Call, type Operation } from './operation.ts';
import type { Store } from './store.ts';
import { endSubscription, isLive, itemOf, setCancelAt, setCancelAtPeriodEnd } from './subscription-status.ts';
import { changePrice, changeQuantity, createSubscription, extendTrial } from './subscriptions.ts';

async function updateCancellation(store: Store, subscription: Subscription, params: Params): Promise<void> {
  const atEnd = optionalBoolean(params, 'cancel_at_period_end');
  const cancelAt = optionalText(params, 'cancel_at');
  if (atEnd !== undefined && cancelAt !== undefined)
    throw new StripeError(400, {
      message: 'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    });
  // Without a change of this flag, the time that the portal set stays.
  if (atEnd !== undefined && atEnd !== subscription.cancel_at_period_end)
    await setCancelAtPeriodEnd(store, subscription, atEnd);
  if (cancelAt === undefined) return;
  if (cancelAt === '') return setCancelAtPeriodEnd(store, subscription, false);
  const isPeriodEnd = cancelAt === 'min_period_end' || cancelAt === 'max_period_end';
  const at = isPeriodEnd ? itemOf(subscription).current_period_end : optionalInt(params, 'cancel_at')!;
  if (at <= store.now)
    throw new StripeError(400, { message: 'The cancellation must be in the future.', param: 'cancel_at' });
  await setCancelAt(store, subscription, at);
}

/** New subscriptions are flexible unless a request says otherwise. */
function readBillingMode(params: Params): BillingMode {
  const type = optionalText(paramGroup(params, 'billing_mode'), 'type') ?? 'flexible';
  if (type === 'classic') return { type };
  if (type === 'flexible') return { type, flexible: { proration_discounts: 'included' } };
  throw new StripeError(400, {
    message: 'Invalid billing_mode[type]: must be one of classic or flexible',
    param: 'billing_mode[type]',
  });
}

async function updateSubscription({ store, id, params, pagesUrl }: Call): Promise<Subscription> {
  const subscription = await store.get('subscription', id);
  if (!isLive(subscription) && subscription.status !== 'incomplete')
    throw new StripeError(400, {
      message: 'A canceled subscription can only update its cancellation_details and metadata.',
    });
  const method = optionalText(params, 'default_payment_method');
  if (method) {
    subscription.default_payment_method = (await store.get('payment_method', method, 'default_payment_method')).id;
    await store.put(subscription);
    await store.emit('customer.subscription.updated', subscription);
  }
  await updateCancellation(store, subscription, params);
  const trialEnd = optionalInt(params, 'trial_end');
  if (trialEnd !== undefined) await extendTrial(store, subscription, trialEnd, pagesUrl);
  const item = firstItemParams(params);
  const quantity = optionalInt(item, 'quantity');
  const { price } = item;
  if ((typeof price === 'string' || quantity !== undefined) && item['id'] !== itemOf(subscription).id)
    throw new StripeError(400, {
      message: 'The sandbox supports one item per subscription. Name it in items[0][id].',
      param: 'items[0][id]',
    });
  if (quantity !== undefined) await changeQuantity(store, subscription, quantity);
  if (typeof price === 'string') {
    await changePrice(
      store,
      subscription,
      requirePrice(price, 'items[0][price]'),
      {
        at: optionalInt(params, 'proration_date') ?? store.now,
        invoiceNow: optionalText(params, 'proration_behavior') === 'always_invoice',
        refuseUnpaid: optionalText(params, 'payment_behavior') === 'error_if_incomplete',
      },
      pagesUrl,
    );
  }
  return store.get('subscription', id);
}

export const subscriptionOperations: Operation[] = [
  operation('POST', 'subscriptions', async ({ store, params, pagesUrl }) => {
    const customer = await store.getCustomer(requireText(params, 'customer'));
    const item = firstItemParams(params);
    const price = requirePrice(requireText(item, 'price'), 'items[0][price]');
    const days = optionalInt(params, 'trial_period_days');
    const behavior = optionalText(params, 'payment_behavior') ?? 'allow_incomplete';
    const method = optionalText(params, 'default_payment_method') ?? null;
    if (method) await store.get('payment_method', method, 'default_payment_method');
    const isSent = optionalText(params, 'collection_method') === 'send_invoice';
    if (isSent && optionalInt(params, 'days_until_due') === undefined)
      throw new StripeError(400, { message: 'Missing required param: days_until_due.', param: 'days_until_due' });
    return createSubscription(
      store,
      customer,
      {
        price,
        quantity: optionalInt(item, 'quantity') ?? 1,
        collection: isSent ? 'send_invoice' : 'charge_automatically',
        daysUntilDue: isSent ? (optionalInt(params, 'days_until_due') ?? null) : null,
        trialEnd: optionalInt(params, 'trial_end') ?? (days ? store.now + days * 86_400 : undefined),
        billingMode: readBillingMode(params),
        metadata: metadataOf(params, 'metadata'),
        payNow: behavior !== 'default_incomplete',
        method,
      },
      pagesUrl,
    );
  }),
  operation('GET', 'subscriptions', async ({ store, params }) => {
    const statusFilter = optionalText(params, 'status');
    const subscriptions = (await store.all('subscription', optionalText(params, 'customer'))).filter(({ status }) =>
      statusFilter === 'all'
        ? true
        : statusFilter
          ? status === statusFilter
          : status !== 'canceled' && status !== 'incomplete_expired',
    );
    return toPage('/v1/subscriptions', subscriptions, params);
  }),
  operation('GET', 'subscriptions/:id', ({ store, id }) => store.get('subscription', id)),
  operation('POST', 'subscriptions/:id', updateSubscription),
  operation('DELETE', 'subscriptions/:id', async ({ store, id }) => {
    const subscription = await store.get('subscription', id);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      throw notFound('subscription', id);
    await endSubscription(store, subscription, 'cancellation_requested');
    return subscription;
  }),
];
