import type Stripe from 'stripe';
import { facts } from '#shared/billing/plans.ts';
import type { Deps } from '#server/base/http/context.ts';
import { unauthorized } from '#server/base/http/errors.ts';
import { emailRefund } from './admin/emails.ts';
import { getOrCreateCustomer, withCheckoutLock } from './customers.ts';
import { findBuyer, findBuyerOfCustomer, findSubscription, type Buyer } from './queries.ts';
import { callProvider, idOf, paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** The invoice of a transfer fee that is due before the transfer. */
export interface TransferInvoice {
  id: string;
  isPaid: boolean;
  clientSecret: string | null;
}

/** True if the account's next invoice can include the fee: its plan is paid for and doesn't end before. */
export async function hasNextInvoice(db: Deps['db'], userId: number): Promise<boolean> {
  const id = (await findBuyer(db, userId))?.stripeSubscriptionId;
  const subscription = id ? await findSubscription(db, id) : undefined;
  return (
    subscription !== undefined &&
    subscription.cancelAt === null &&
    (subscription.status === 'active' || subscription.status === 'trialing')
  );
}

/** Opens the invoice of a transfer fee, or returns the one that an earlier call opened. */
export async function openTransferInvoice(
  deps: Deps,
  userId: number,
  { listing, reference }: { listing: string; reference: string },
): Promise<TransferInvoice> {
  const user = await findBuyer(deps.db, userId);
  if (!user) throw unauthorized();
  return callProvider(deps, async () => {
    const customer = await getOrCreateCustomer(deps, user);
    const invoice = await withCheckoutLock(deps, customer, () =>
      finalizeFee(paymentsOf(deps).stripe, customer, `Ownership transfer: ${listing}`, reference),
    );
    await syncCustomer(deps, customer);
    return toTransferInvoice(invoice);
  });
}

/** The invoice has only the fee, because other items of the customer belong on the next invoice of a plan. */
async function finalizeFee(
  stripe: Stripe,
  customer: string,
  description: string,
  reference: string,
): Promise<Stripe.Invoice> {
  const metadata = { reference };
  const { id } = await stripe.invoices.create(
    {
      customer,
      auto_advance: false,
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'exclude',
      description,
      metadata,
    },
    { idempotencyKey: `transfer-payment-${customer}-${reference}` },
  );
  await stripe.invoiceItems.create(
    { customer, invoice: id!, amount: facts.transferFeeCents, currency: 'usd', description, metadata },
    { idempotencyKey: `transfer-payment-item-${customer}-${reference}` },
  );
  const expand = ['confirmation_secret'];
  const invoice = await stripe.invoices.retrieve(id!, { expand });
  return invoice.status === 'draft' ? stripe.invoices.finalizeInvoice(id!, { auto_advance: false, expand }) : invoice;
}

const toTransferInvoice = (invoice: Stripe.Invoice): TransferInvoice => ({
  id: invoice.id!,
  isPaid: invoice.status === 'paid',
  clientSecret: invoice.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null,
});

/** Asks Stripe, because only Stripe knows whether an invoice is paid. */
export const checkTransferInvoice = (deps: Deps, invoiceId: string): Promise<TransferInvoice> =>
  callProvider(deps, async () => {
    const { stripe } = paymentsOf(deps);
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
    const customer = idOf(invoice.customer);
    if (customer && invoice.status === 'paid') await syncCustomer(deps, customer);
    return toTransferInvoice(invoice);
  });

/** Voids the unpaid invoice of a transfer that won't happen, or refunds it. Safe to repeat. */
export const endTransferInvoice = (deps: Deps, invoiceId: string): Promise<void> =>
  callProvider(deps, async () => {
    const { stripe } = paymentsOf(deps);
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
    const customer = idOf(invoice.customer);
    if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoiceId);
    else if (invoice.status === 'paid') await refundFee(deps, stripe, invoice);
    if (customer) await syncCustomer(deps, customer);
  });

async function refundFee(deps: Deps, stripe: Stripe, invoice: Stripe.Invoice): Promise<void> {
  const payment = (invoice.payments?.data ?? []).find(({ status }) => status === 'paid');
  const paymentIntent = idOf(payment?.payment.payment_intent);
  if (!paymentIntent) {
    deps.log.warn({ invoiceId: invoice.id }, 'a transfer fee was paid without a card; refund it at Stripe');
    return;
  }
  await stripe.refunds.create(
    { payment_intent: paymentIntent, metadata: { reason: 'The listing was not transferred.' } },
    { idempotencyKey: `transfer-refund-${invoice.id}` },
  );
  const user: Buyer | undefined = await findBuyerOfCustomer(deps.db, idOf(invoice.customer) ?? '');
  if (user)
    await emailRefund(deps.db, deps, user, {
      cents: invoice.amount_paid,
      number: invoice.number,
      description: invoice.description ?? 'Ownership transfer',
    });
}
