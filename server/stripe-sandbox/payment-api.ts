import { StripeError } from './stripe-error.ts';
import { paramGroup, optionalInt, requireText, optionalText } from './params.ts';
import { toPublic } from './public-objects.ts';
import { operation, toPage, type Call, type Operation } from './operation.ts';
import { confirmPayment, finishChallenge } from './payments.ts';
import { newObject } from './store.ts';

async function intentFor({ store, id, clientSecret }: Call) {
  const intent = await store.get('payment_intent', id);
  if (clientSecret !== undefined && clientSecret !== intent.client_secret)
    throw new StripeError(401, {
      message: 'The client_secret provided does not match any associated PaymentIntent.',
      code: 'payment_intent_invalid_parameter',
    });
  return intent;
}

export const paymentOperations: Operation[] = [
  operation('GET', 'payment_intents/:id', intentFor, true),
  operation(
    'POST',
    'payment_intents/:id/confirm',
    async (call) => {
      const intent = await intentFor(call);
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw new StripeError(400, {
          message: `This PaymentIntent could not be confirmed because it has a status of ${intent.status}.`,
          code: 'payment_intent_unexpected_state',
        });
      const card = paramGroup(paramGroup(call.params, 'payment_method_data'), 'card');
      const decline = await confirmPayment(call.store, intent, {
        number: requireText(card, 'number').replace(/\s/g, ''),
        expMonth: optionalInt(card, 'exp_month') ?? 0,
        expYear: optionalInt(card, 'exp_year') ?? 0,
        cvc: optionalText(card, 'cvc') ?? '',
      });
      return decline
        ? new StripeError(402, { type: 'card_error', ...decline, payment_intent: toPublic(intent) })
        : intent;
    },
    true,
  ),
  operation(
    'POST',
    'payment_intents/:id/sandbox_challenge',
    async (call) => {
      const intent = await intentFor(call);
      if (intent.status !== 'requires_action')
        throw new StripeError(400, {
          message: 'This payment needs no verification.',
          code: 'payment_intent_unexpected_state',
        });
      const decline = await finishChallenge(call.store, intent, optionalText(call.params, 'passed') === 'true');
      return decline
        ? new StripeError(402, { type: 'card_error', ...decline, payment_intent: toPublic(intent) })
        : intent;
    },
    true,
  ),
  operation('GET', 'charges', async ({ store, params }) =>
    toPage('/v1/charges', await store.all('charge', optionalText(params, 'customer')), params),
  ),
  operation('POST', 'refunds', async ({ store, params }) => {
    const intent = await store.get('payment_intent', requireText(params, 'payment_intent'), 'payment_intent');
    if (!intent.latest_charge)
      throw new StripeError(400, { message: 'This PaymentIntent has no successful charge to refund.' });
    const charge = await store.get('charge', intent.latest_charge);
    const amount = optionalInt(params, 'amount') ?? charge.amount - charge.amount_refunded;
    if (amount <= 0 || amount > charge.amount - charge.amount_refunded)
      throw new StripeError(400, {
        message: 'Refund amount is greater than unrefunded amount on charge.',
        code: 'charge_already_refunded',
      });
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    await store.put(charge);
    const refund = {
      ...newObject(store, 're', 'refund'),
      amount,
      charge: charge.id,
      currency: 'usd' as const,
      payment_intent: intent.id,
      status: 'succeeded' as const,
    };
    await store.put(refund);
    await store.emit('charge.refunded', charge);
    return refund;
  }),
];
