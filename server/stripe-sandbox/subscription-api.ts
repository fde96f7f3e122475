import { Fault, missing } from './fault.ts';
import { bool, int, need, str, texts } from './form.ts';
import type { Subscription } from './objects.ts';
import { firstItem, op, page, priceNamed, type Call, type Operation } from './operation.ts';
import { cancelAtEnd, changePrice, create, end, isLive, itemOf } from './subscriptions.ts';

async function updateSubscription({ store, id, params, pagesUrl }: Call): Promise<Subscription> {
  const subscription = await store.get('subscription', id);
  if (!isLive(subscription) && subscription.status !== 'incomplete')
    throw new Fault(400, { message: 'A canceled subscription can only update its cancellation_details and metadata.' });
  const method = str(params, 'default_payment_method');
  if (method) {
    subscription.default_payment_method = (await store.get('payment_method', method, 'default_payment_method')).id;
    await store.put(subscription);
    await store.emit('customer.subscription.updated', subscription);
  }
  const atEnd = bool(params, 'cancel_at_period_end');
  if (atEnd !== undefined && atEnd !== subscription.cancel_at_period_end) await cancelAtEnd(store, subscription, atEnd);
  const { price, id: itemId } = firstItem(params);
  if (typeof price === 'string') {
    if (itemId !== itemOf(subscription).id)
      throw new Fault(400, {
        message: 'The sandbox changes the one item there is: name it by items[0][id].',
        param: 'items[0][id]',
      });
    await changePrice(
      store,
      subscription,
      priceNamed(price, 'items[0][price]'),
      {
        at: int(params, 'proration_date') ?? store.now,
        invoiceNow: str(params, 'proration_behavior') === 'always_invoice',
        refuseUnpaid: str(params, 'payment_behavior') === 'error_if_incomplete',
      },
      pagesUrl,
    );
  }
  return store.get('subscription', id);
}

export const subscriptionOperations: Operation[] = [
  op('POST', 'subscriptions', async ({ store, params, pagesUrl }) => {
    const customer = await store.get('customer', need(params, 'customer'), 'customer');
    const item = firstItem(params);
    const price = priceNamed(need(item, 'price'), 'items[0][price]');
    const days = int(params, 'trial_period_days');
    const behavior = str(params, 'payment_behavior') ?? 'allow_incomplete';
    const method = str(params, 'default_payment_method') ?? null;
    if (method) await store.get('payment_method', method, 'default_payment_method');
    return create(
      store,
      customer,
      {
        price,
        trialEnd: int(params, 'trial_end') ?? (days ? store.now + days * 86_400 : undefined),
        metadata: texts(params, 'metadata'),
        payNow: behavior !== 'default_incomplete',
        method,
      },
      pagesUrl,
    );
  }),
  op('GET', 'subscriptions', async ({ store, params }) => {
    const wanted = str(params, 'status');
    const found = (await store.all('subscription', str(params, 'customer'))).filter(({ status }) =>
      wanted === 'all' ? true : wanted ? status === wanted : status !== 'canceled' && status !== 'incomplete_expired',
    );
    return page('/v1/subscriptions', found, params);
  }),
  op('GET', 'subscriptions/:id', ({ store, id }) => store.get('subscription', id)),
  op('POST', 'subscriptions/:id', updateSubscription),
  op('DELETE', 'subscriptions/:id', async ({ store, id }) => {
    const subscription = await store.get('subscription', id);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      throw missing('subscription', id);
    await end(store, subscription, 'cancellation_requested');
    return subscription;
  }),
];
