import { StripeError } from './stripe-error.ts';
import type { AnyObject, Kind } from './objects.ts';
import { toPublic } from './public-objects.ts';
import type { Store } from './store.ts';

/** Expands the properties named in `expand[]`, including those that a response omits by default. */
export async function expand(store: Store, value: unknown, paths: string[]): Promise<unknown> {
  const expanded =
    value !== null && typeof value === 'object' && 'object' in value ? toPublic(value as AnyObject) : value;
  for (const path of paths) await expandPath(store, expanded as Record<string, unknown>, path.split('.'));
  return expanded;
}

const KINDS: Record<string, Kind> = {
  charge: 'charge',
  customer: 'customer',
  latest_invoice: 'invoice',
  default_payment_method: 'payment_method',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
  subscription: 'subscription',
};

async function expandPath(store: Store, target: Record<string, unknown>, [step, ...rest]: string[]): Promise<void> {
  if (step === undefined || target === null || typeof target !== 'object') return;
  if (step === 'data' && Array.isArray(target.data)) {
    for (const item of target.data as Record<string, unknown>[]) await expandPath(store, item, rest);
    return;
  }
  if (target.object === 'invoice' && (step === 'confirmation_secret' || step === 'payments')) {
    const invoice = await store.find('invoice', target.id as string);
    const intent = invoice?._intent ? await store.find('payment_intent', invoice._intent) : undefined;
    if (step === 'confirmation_secret')
      target.confirmation_secret = intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    else
      target.payments = {
        object: 'list',
        has_more: false,
        url: `/v1/invoice_payments?invoice=${target.id as string}`,
        data: intent
          ? [
              {
                id: `inpay_${intent.id.slice(3)}`,
                object: 'invoice_payment',
                amount_paid: intent.amount_received,
                amount_requested: intent.amount,
                created: intent.created,
                currency: 'usd',
                invoice: target.id,
                is_default: true,
                livemode: false,
                payment: { type: 'payment_intent', payment_intent: intent.id },
                status: intent.status === 'succeeded' ? 'paid' : 'open',
                status_transitions: { canceled_at: null, paid_at: invoice!.status_transitions.paid_at },
              },
            ]
          : [],
      };
    return;
  }
  const value = target[step];
  if (typeof value === 'string') {
    const kind = KINDS[step];
    const object = kind ? await store.find(kind, value) : undefined;
    if (!object)
      throw new StripeError(400, { message: `This property cannot be expanded (${step}).`, param: 'expand' });
    target[step] = toPublic(object);
  }
  if (rest.length > 0) await expandPath(store, target[step] as Record<string, unknown>, rest);
}
