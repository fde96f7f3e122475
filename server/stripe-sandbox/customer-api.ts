import { optionalText, paramGroup, metadataOf } from './params.ts';
import { notFound } from './stripe-error.ts';
import type { Customer } from './objects.ts';
import { operation, toPage, type Call, type Operation } from './operation.ts';
import { sandboxPrices } from './prices.ts';
import { newObject } from './store.ts';
import { endSubscription, isLive } from './subscription-status.ts';

async function updateCustomer({ store, params }: Call, customer: Customer): Promise<Customer> {
  const fields = ['email', 'name', 'description'] as const;
  for (const field of fields) if (params[field] !== undefined) customer[field] = optionalText(params, field) || null;
  const method = optionalText(paramGroup(params, 'invoice_settings'), 'default_payment_method');
  if (method !== undefined) {
    await store.get('payment_method', method, 'invoice_settings[default_payment_method]');
    customer.invoice_settings.default_payment_method = method;
  }
  customer.metadata = { ...customer.metadata, ...metadataOf(params, 'metadata') };
  await store.put(customer);
  return customer;
}

/** Customers, prices, and payment methods. */
export const customerOperations: Operation[] = [
  operation('POST', 'customers', async (call) => {
    const customer = await updateCustomer(call, {
      ...newObject(call.store, 'cus', 'customer'),
      email: null,
      name: null,
      description: null,
      currency: 'usd',
      balance: 0,
      invoice_settings: { default_payment_method: null },
      metadata: {},
    });
    await call.store.emit('customer.created', customer);
    return customer;
  }),
  operation('GET', 'customers/:id', ({ store, id }) => store.get('customer', id)),
  operation('POST', 'customers/:id', async (call) => {
    const existing = await call.store.get('customer', call.id);
    if (existing._deleted) throw notFound('customer', call.id);
    const customer = await updateCustomer(call, existing);
    await call.store.emit('customer.updated', customer);
    return customer;
  }),
  operation('DELETE', 'customers/:id', async ({ store, id }) => {
    const customer = await store.get('customer', id);
    for (const subscription of await store.all('subscription', id))
      if (isLive(subscription) || subscription.status === 'incomplete')
        await endSubscription(store, subscription, 'cancellation_requested');
    await store.emit('customer.deleted', customer);
    const deleted = { ...customer, _deleted: true as const };
    await store.put(deleted);
    return deleted;
  }),
  operation('GET', 'prices', async ({ params }) => toPage('/v1/prices', sandboxPrices, params)),
  operation('GET', 'prices/:id', async ({ id }) => {
    const price = sandboxPrices.find((candidate) => candidate.id === id);
    if (!price) throw notFound('price', id);
    return price;
  }),
  operation('GET', 'payment_methods/:id', ({ store, id }) => store.get('payment_method', id)),
];
