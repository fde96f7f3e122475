import { StripeError } from './fault.ts';
import { toPublic, type AnyObject, type Kind } from './objects.ts';
import type { Store } from './store.ts';

/** Fills in what `expand[]` asks for, and what only shows when it is asked for. */
export async function expand(store: Store, value: unknown, paths: string[]): Promise<unknown> {
  const out = value !== null && typeof value === 'object' && 'object' in value ? toPublic(value as AnyObject) : value;
  for (const path of paths) await expandPath(store, out as Record<string, unknown>, value, path.split('.'));
  return out;
}

const KINDS: Record<string, Kind> = {
  customer: 'customer',
  latest_invoice: 'invoice',
  default_payment_method: 'payment_method',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
  subscription: 'subscription',
};

async function expandPath(
  store: Store,
  at: Record<string, unknown>,
  whole: unknown,
  [step, ...rest]: string[],
): Promise<void> {
  if (step === undefined || at === null || typeof at !== 'object') return;
  if (step === 'data' && Array.isArray(at.data)) {
    for (const one of at.data as Record<string, unknown>[]) await expandPath(store, one, null, rest);
    return;
  }
  if (at.object === 'invoice' && (step === 'confirmation_secret' || step === 'payments')) {
    const invoice = await store.find('invoice', at.id as string);
    const intent = invoice?._intent ? await store.find('payment_intent', invoice._intent) : undefined;
    if (step === 'confirmation_secret')
      at.confirmation_secret = intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    else
      at.payments = {
        object: 'list',
        has_more: false,
        url: `/v1/invoice_payments?invoice=${at.id as string}`,
        data: intent
          ? [
              {
                id: `inpay_${intent.id.slice(3)}`,
                object: 'invoice_payment',
                amount_paid: intent.amount_received,
                amount_requested: intent.amount,
                currency: 'usd',
                invoice: at.id,
                is_default: true,
                livemode: false,
                payment: { type: 'payment_intent', payment_intent: intent.id },
                status: intent.status === 'succeeded' ? 'paid' : 'open',
              },
            ]
          : [],
      };
    return;
  }
  const value = at[step];
  if (typeof value === 'string') {
    const kind = KINDS[step];
    const found = kind ? await store.find(kind, value) : undefined;
    if (!found) throw new StripeError(400, { message: `This property cannot be expanded (${step}).`, param: 'expand' });
    at[step] = toPublic(found);
  }
  if (rest.length > 0) await expandPath(store, at[step] as Record<string, unknown>, whole, rest);
}
