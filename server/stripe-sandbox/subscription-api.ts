import { StripeError, notFound } from './stripe-error.ts';
import { optionalBoolean, optionalInt, requireText, optionalText, metadataOf } from './params.ts';
import type { Subscription } from './objects.ts';
import { firstItemParams, operation, toPage, requirePrice, type Call, type Operation } from './operation.ts';
import { endSubscription, isLive, itemOf, setCancelAtPeriodEnd } from './subscription-status.ts';
import { changePrice, createSubscription, extendTrial } from './subscriptions.ts';

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
  const atEnd = optionalBoolean(params, 'cancel_at_period_end');
  if (atEnd !== undefined && atEnd !== subscription.cancel_at_period_end)
    await setCancelAtPeriodEnd(store, subscription, atEnd);
  const trialEnd = optionalInt(params, 'trial_end');
  if (trialEnd !== undefined) await extendTrial(store, subscription, trialEnd, pagesUrl);
  const { price, id: itemId } = firstItemParams(params);
  if (typeof price === 'string') {
    if (itemId !== itemOf(subscription).id)
      throw new StripeError(400, {
        message: 'The sandbox supports one item per subscription. Name it in items[0][id].',
        param: 'items[0][id]',
      });
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
    const customer = await store.get('customer', requireText(params, 'customer'), 'customer');
    const item = firstItemParams(params);
    const price = requirePrice(requireText(item, 'price'), 'items[0][price]');
    const days = optionalInt(params, 'trial_period_days');
    const behavior = optionalText(params, 'payment_behavior') ?? 'allow_incomplete';
    const method = optionalText(params, 'default_payment_method') ?? null;
    if (method) await store.get('payment_method', method, 'default_payment_method');
    return createSubscription(
      store,
      customer,
      {
        price,
        trialEnd: optionalInt(params, 'trial_end') ?? (days ? store.now + days * 86_400 : undefined),
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
