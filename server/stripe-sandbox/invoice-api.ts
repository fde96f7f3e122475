import { Fault } from './fault.ts';
import { group, int, need, str, texts } from './form.ts';
import { draft, finalize, takePending } from './invoices.ts';
import { firstItem, op, page, priceNamed, type Operation } from './operation.ts';
import { chargeOnFile } from './payments.ts';
import { thing } from './store.ts';
import { prorate } from './subscriptions.ts';

export const invoiceOperations: Operation[] = [
  op('POST', 'invoices/create_preview', async ({ store, params }) => {
    const subscription = await store.get('subscription', need(params, 'subscription'), 'subscription');
    const customer = await store.get('customer', subscription.customer);
    const details = group(params, 'subscription_details');
    const price = priceNamed(need(firstItem(details), 'price'), 'subscription_details[items][0][price]');
    const { lines } = prorate(subscription, price, int(details, 'proration_date') ?? store.now);
    return {
      ...draft(store, customer, { reason: 'upcoming', lines, subscription }),
      id: `upcoming_in_${subscription.id}`,
    };
  }),
  op('POST', 'invoices', async ({ store, params }) => {
    const customer = await store.get('customer', need(params, 'customer'), 'customer');
    const invoice = draft(store, customer, { reason: 'manual', lines: [], description: str(params, 'description') });
    if (str(params, 'pending_invoice_items_behavior') !== 'exclude') await takePending(store, invoice, customer);
    await store.put(invoice);
    return invoice;
  }),
  op('GET', 'invoices', async ({ store, params }) => {
    const status = str(params, 'status');
    const subscription = str(params, 'subscription');
    const found = (await store.all('invoice', str(params, 'customer'))).filter(
      (invoice) =>
        (!status || invoice.status === status) &&
        (!subscription || invoice.parent?.subscription_details.subscription === subscription),
    );
    return page('/v1/invoices', found, params);
  }),
  op('GET', 'invoices/:id', ({ store, id }) => store.get('invoice', id)),
  op('POST', 'invoices/:id/finalize', async ({ store, id, pagesUrl }) => {
    const invoice = await store.get('invoice', id);
    if (invoice.status !== 'draft')
      throw new Fault(400, { message: 'This invoice is already finalized.', code: 'invoice_not_editable' });
    await finalize(store, invoice, await store.get('customer', invoice.customer), pagesUrl);
    return store.get('invoice', id);
  }),
  op('POST', 'invoices/:id/pay', async ({ store, id, params }) => {
    const invoice = await store.get('invoice', id);
    if (invoice.status !== 'open')
      throw new Fault(400, { message: 'Invoice is already paid.', code: 'invoice_already_paid' });
    const subscription =
      invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
    const customer = await store.get('customer', invoice.customer);
    const onFile = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const refused = await chargeOnFile(store, invoice, str(params, 'payment_method') ?? onFile);
    if (refused) return new Fault(402, { type: 'card_error', ...refused });
    return store.get('invoice', id);
  }),
  op('POST', 'invoiceitems', async ({ store, params }) => {
    const customer = await store.get('customer', need(params, 'customer'), 'customer');
    const item = {
      ...thing(store, 'ii', 'invoiceitem'),
      amount: int(params, 'amount') ?? 0,
      currency: 'usd' as const,
      customer: customer.id,
      description: str(params, 'description') ?? '',
      invoice: null,
      metadata: texts(params, 'metadata'),
      period: { start: store.now, end: store.now },
    };
    await store.put(item);
    await store.emit('invoiceitem.created', item);
    return item;
  }),
];
