import { StripeError } from './stripe-error.ts';
import { paramGroup, optionalInt, requireText, optionalText, metadataOf } from './params.ts';
import { addItem, addPendingItems, draftInvoice } from './invoice-drafts.ts';
import { finalizeInvoice } from './invoices.ts';
import { firstItemParams, operation, toPage, requirePrice, type Operation } from './operation.ts';
import { chargeOnFile } from './payments.ts';
import { newObject } from './store.ts';
import { voidInvoice } from './subscription-status.ts';
import { prorateChange } from './subscriptions.ts';

export const invoiceOperations: Operation[] = [
  operation('POST', 'invoices/create_preview', async ({ store, params }) => {
    const subscription = await store.get('subscription', requireText(params, 'subscription'), 'subscription');
    const customer = await store.get('customer', subscription.customer);
    const details = paramGroup(params, 'subscription_details');
    const price = requirePrice(requireText(firstItemParams(details), 'price'), 'subscription_details[items][0][price]');
    const { lines } = prorateChange(subscription, price, optionalInt(details, 'proration_date') ?? store.now);
    return {
      ...draftInvoice(store, customer, { reason: 'upcoming', lines, subscription }),
      id: `upcoming_in_${subscription.id}`,
    };
  }),
  operation('POST', 'invoices', async ({ store, params }) => {
    const customer = await store.getCustomer(requireText(params, 'customer'));
    const invoice = draftInvoice(store, customer, {
      reason: 'manual',
      lines: [],
      description: optionalText(params, 'description'),
    });
    invoice.metadata = metadataOf(params, 'metadata');
    if (optionalText(params, 'pending_invoice_items_behavior') !== 'exclude')
      await addPendingItems(store, invoice, customer);
    await store.put(invoice);
    return invoice;
  }),
  operation('GET', 'invoices', async ({ store, params }) => {
    const status = optionalText(params, 'status');
    const subscription = optionalText(params, 'subscription');
    const invoices = (await store.all('invoice', optionalText(params, 'customer'))).filter(
      (invoice) =>
        (!status || invoice.status === status) &&
        (!subscription || invoice.parent?.subscription_details.subscription === subscription),
    );
    return toPage('/v1/invoices', invoices, params);
  }),
  operation('GET', 'invoices/:id', ({ store, id }) => store.get('invoice', id)),
  operation('POST', 'invoices/:id/finalize', async ({ store, id, pagesUrl }) => {
    const invoice = await store.get('invoice', id);
    if (invoice.status !== 'draft')
      throw new StripeError(400, { message: 'This invoice is already finalized.', code: 'invoice_not_editable' });
    await finalizeInvoice(store, invoice, await store.get('customer', invoice.customer), pagesUrl);
    return store.get('invoice', id);
  }),
  operation('POST', 'invoices/:id/void', async ({ store, id }) => {
    const invoice = await store.get('invoice', id);
    if (invoice.status !== 'open')
      throw new StripeError(400, { message: 'Only an open invoice can be voided.', code: 'invoice_not_editable' });
    await voidInvoice(store, id);
    return store.get('invoice', id);
  }),
  operation('POST', 'invoices/:id/pay', async ({ store, id, params }) => {
    const invoice = await store.get('invoice', id);
    if (invoice.status !== 'open')
      throw new StripeError(400, { message: 'Invoice is already paid.', code: 'invoice_already_paid' });
    const subscription =
      invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
    const customer = await store.get('customer', invoice.customer);
    const defaultMethod = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const decline = await chargeOnFile(store, invoice, optionalText(params, 'payment_method') ?? defaultMethod);
    if (decline) return new StripeError(402, { type: 'card_error', ...decline });
    return store.get('invoice', id);
  }),
  operation('POST', 'invoiceitems', async ({ store, params }) => {
    const customer = await store.getCustomer(requireText(params, 'customer'));
    const item = {
      ...newObject(store, 'ii', 'invoiceitem'),
      amount: optionalInt(params, 'amount') ?? 0,
      currency: 'usd' as const,
      customer: customer.id,
      description: optionalText(params, 'description') ?? '',
      invoice: null,
      metadata: metadataOf(params, 'metadata'),
      period: { start: store.now, end: store.now },
    };
    const draftId = optionalText(params, 'invoice');
    if (draftId) await addItem(store, await store.get('invoice', draftId, 'invoice'), item, customer);
    else await store.put(item);
    await store.emit('invoiceitem.created', item);
    return draftId ? { ...item, invoice: draftId } : item;
  }),
];
