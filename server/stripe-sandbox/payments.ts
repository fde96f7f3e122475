import { checkCard, testCards, type CardInput, type Decline } from './cards.ts';
import { openDispute } from './disputes.ts';
import { markPaid } from './invoices.ts';
import type { Customer, Invoice, PaymentIntent, PaymentMethod } from './objects.ts';
import { newObject, type Store } from './store.ts';
import { markPastDue } from './subscription-status.ts';

export const createPaymentMethod = async (store: Store, card: CardInput): Promise<PaymentMethod> => {
  const method: PaymentMethod = {
    ...newObject(store, 'pm', 'payment_method'),
    type: 'card',
    customer: null,
    card: {
      brand: testCards[card.number]?.brand ?? 'visa',
      last4: card.number.slice(-4),
      exp_month: card.expMonth,
      exp_year: card.expYear < 100 ? 2000 + card.expYear : card.expYear,
    },
    _number: card.number,
  };
  await store.put(method);
  return method;
};

export async function attachMethod(store: Store, method: PaymentMethod, customer: Customer): Promise<void> {
  if (method.customer === customer.id) return;
  method.customer = customer.id;
  await store.put(method);
  await store.emit('payment_method.attached', method);
}

/** Charges a card entered by the customer. Returns the decline, or null. */
export async function confirmPayment(store: Store, intent: PaymentIntent, card: CardInput): Promise<Decline | null> {
  const decline = checkCard(card, new Date(store.now * 1000));
  if (decline) {
    await recordFailure(store, intent, decline, null);
    return decline;
  }
  const method = await createPaymentMethod(store, card);
  const testCard = testCards[card.number]!;
  if (testCard.decline) {
    await recordFailure(store, intent, testCard.decline, method);
    return testCard.decline;
  }
  if (testCard.authenticate) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_challenge' } };
    intent.payment_method = method.id;
    intent._attempt = method.id;
    await store.put(intent);
    await store.emit('payment_intent.requires_action', intent);
    const invoice = await store.get('invoice', intent._invoice);
    await store.emit('invoice.payment_action_required', invoice);
    return null;
  }
  await recordSuccess(store, intent, method);
  return null;
}

/** Completes the bank verification. */
export async function finishChallenge(store: Store, intent: PaymentIntent, passed: boolean): Promise<Decline | null> {
  const method = await store.get('payment_method', intent._attempt!);
  if (passed) {
    await recordSuccess(store, intent, method);
    return null;
  }
  const decline: Decline = {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  await recordFailure(store, intent, decline, method);
  return decline;
}

/** Charges the customer's saved card. */
export async function chargeOnFile(store: Store, invoice: Invoice, methodId: string | null): Promise<Decline | null> {
  if (invoice.status !== 'open' || !invoice._intent) return null;
  const intent = await store.get('payment_intent', invoice._intent);
  const method = methodId ? await store.find('payment_method', methodId) : undefined;
  const decline = method
    ? testCards[method._number]?.decline
    : { code: 'missing', message: 'There is no saved card to pay this invoice with.' };
  if (decline) {
    await recordFailure(store, intent, decline, method ?? null);
    return decline;
  }
  await recordSuccess(store, intent, method!);
  return null;
}

async function recordFailure(
  store: Store,
  intent: PaymentIntent,
  decline: Decline,
  method: PaymentMethod | null,
): Promise<void> {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent._attempt = null;
  intent.last_payment_error = {
    type: 'card_error',
    ...decline,
    ...(method ? { payment_method: method } : {}),
  };
  await store.put(intent);
  await store.emit('payment_intent.payment_failed', intent);
  const invoice = await store.get('invoice', intent._invoice);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  await store.put(invoice);
  await store.emit('invoice.payment_failed', invoice);
  const subscription =
    invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
  if (subscription) await markPastDue(store, subscription, invoice);
}

async function recordSuccess(store: Store, intent: PaymentIntent, method: PaymentMethod): Promise<void> {
  const customer = await store.get('customer', intent.customer);
  const invoice = await store.get('invoice', intent._invoice);
  await attachMethod(store, method, customer);
  const charge = {
    ...newObject(store, 'ch', 'charge'),
    amount: intent.amount,
    amount_refunded: 0,
    currency: 'usd' as const,
    customer: customer.id,
    disputed: false,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: 'succeeded' as const,
    _card: method.card,
  };
  await store.put(charge);
  await store.emit('charge.succeeded', charge);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  await store.put(intent);
  await store.emit('payment_intent.succeeded', intent);
  const subscription =
    invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
  if (subscription) {
    subscription.default_payment_method = method.id;
    await store.put(subscription);
  }
  invoice.attempt_count += 1;
  await markPaid(store, invoice);
  const { dispute } = testCards[method._number] ?? {};
  if (dispute) await openDispute(store, charge, dispute);
}
