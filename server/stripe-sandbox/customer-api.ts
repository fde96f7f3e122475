import { str, group, texts } from './form.ts';
import { missing } from './fault.ts';
import type { Customer } from './objects.ts';
import { op, page, type Call, type Operation } from './operation.ts';
import { sandboxPrices } from './prices.ts';
import { thing } from './store.ts';

async function updateCustomer({ store, params }: Call, customer: Customer): Promise<Customer> {
  const fields = ['email', 'name', 'description'] as const;
  for (const field of fields) if (params[field] !== undefined) customer[field] = str(params, field) || null;
  const method = str(group(params, 'invoice_settings'), 'default_payment_method');
  if (method !== undefined) {
    await store.get('payment_method', method, 'invoice_settings[default_payment_method]');
    customer.invoice_settings.default_payment_method = method;
  }
  customer.metadata = { ...customer.metadata, ...texts(params, 'metadata') };
  await store.put(customer);
  return customer;
}

/** Who pays, and what there is to buy. */
export const customerOperations: Operation[] = [
  op('POST', 'customers', async (call) => {
    const customer = await updateCustomer(call, {
      ...thing(call.store, 'cus', 'customer'),
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
  op('GET', 'customers/:id', ({ store, id }) => store.get('customer', id)),
  op('POST', 'customers/:id', async (call) => {
    const customer = await updateCustomer(call, await call.store.get('customer', call.id));
    await call.store.emit('customer.updated', customer);
    return customer;
  }),
  op('GET', 'prices', async ({ params }) => page('/v1/prices', sandboxPrices, params)),
  op('GET', 'prices/:id', async ({ id }) => {
    const price = sandboxPrices.find((one) => one.id === id);
    if (!price) throw missing('price', id);
    return price;
  }),
  op('GET', 'payment_methods/:id', ({ store, id }) => store.get('payment_method', id)),
];
