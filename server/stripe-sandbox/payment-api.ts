import { Fault } from './fault.ts';
import { group, int, need, str } from './form.ts';
import { shown } from './objects.ts';
import { op, page, type Call, type Operation } from './operation.ts';
import { authenticate, confirm } from './payments.ts';
import { thing } from './store.ts';

async function intentFor({ store, id, clientSecret }: Call) {
  const intent = await store.get('payment_intent', id);
  if (clientSecret !== undefined && clientSecret !== intent.client_secret)
    throw new Fault(401, {
      message: 'The client_secret provided does not match any associated PaymentIntent.',
      code: 'payment_intent_invalid_parameter',
    });
  return intent;
}

export const paymentOperations: Operation[] = [
  op('GET', 'payment_intents/:id', intentFor, true),
  op(
    'POST',
    'payment_intents/:id/confirm',
    async (call) => {
      const intent = await intentFor(call);
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw new Fault(400, {
          message: `This PaymentIntent could not be confirmed because it has a status of ${intent.status}.`,
          code: 'payment_intent_unexpected_state',
        });
      const card = group(group(call.params, 'payment_method_data'), 'card');
      const refused = await confirm(call.store, intent, {
        number: need(card, 'number').replace(/\s/g, ''),
        expMonth: int(card, 'exp_month') ?? 0,
        expYear: int(card, 'exp_year') ?? 0,
        cvc: str(card, 'cvc') ?? '',
      });
      return refused ? new Fault(402, { type: 'card_error', ...refused, payment_intent: shown(intent) }) : intent;
    },
    true,
  ),
  op(
    'POST',
    'payment_intents/:id/sandbox_challenge',
    async (call) => {
      const intent = await intentFor(call);
      if (intent.status !== 'requires_action')
        throw new Fault(400, { message: 'There is no step to take.', code: 'payment_intent_unexpected_state' });
      const refused = await authenticate(call.store, intent, str(call.params, 'passed') === 'true');
      return refused ? new Fault(402, { type: 'card_error', ...refused, payment_intent: shown(intent) }) : intent;
    },
    true,
  ),
  op('GET', 'charges', async ({ store, params }) =>
    page('/v1/charges', await store.all('charge', str(params, 'customer')), params),
  ),
  op('POST', 'refunds', async ({ store, params }) => {
    const intent = await store.get('payment_intent', need(params, 'payment_intent'), 'payment_intent');
    if (!intent.latest_charge)
      throw new Fault(400, { message: 'This PaymentIntent has no successful charge to refund.' });
    const charge = await store.get('charge', intent.latest_charge);
    const amount = int(params, 'amount') ?? charge.amount - charge.amount_refunded;
    if (amount <= 0 || amount > charge.amount - charge.amount_refunded)
      throw new Fault(400, {
        message: 'Refund amount is greater than unrefunded amount on charge.',
        code: 'charge_already_refunded',
      });
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    await store.put(charge);
    const refund = {
      ...thing(store, 're', 'refund'),
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
