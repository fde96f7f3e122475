import { customerOperations } from './customer-api.ts';
import { StripeError, notFound } from './stripe-error.ts';
import { optionalInt, requireText, optionalText } from './params.ts';
import { disputeOperations } from './disputes.ts';
import { invoiceOperations } from './invoice-api.ts';
import { operation, type Operation } from './operation.ts';
import { paymentOperations } from './payment-api.ts';
import { newObject, type Store } from './store.ts';
import { subscriptionOperations } from './subscription-api.ts';
import { passTime } from './time.ts';

const CLOCK = 'clock_sandbox';
const describeClock = (store: Store) => ({
  id: CLOCK,
  object: 'test_helpers.test_clock',
  created: store.now,
  deletes_after: store.now + 30 * 86_400,
  frozen_time: store.now,
  livemode: false,
  name: 'The sandbox clock',
  status: 'ready',
  status_details: {},
});

/** The operations of Stripe's API that the sandbox supports. */
export const operations: Operation[] = [
  ...customerOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...disputeOperations,
  operation('POST', 'billing_portal/sessions', async ({ store, params, pagesUrl }) => {
    const customer = await store.getCustomer(requireText(params, 'customer'));
    const base = newObject(store, 'bps', 'billing_portal.session');
    const session = {
      ...base,
      customer: customer.id,
      return_url: optionalText(params, 'return_url') ?? '/',
      url: `${pagesUrl}/portal/${base.id}`,
    };
    await store.put(session);
    return session;
  }),

  operation('GET', 'test_helpers/test_clocks/:id', async ({ store }) => describeClock(store)),
  operation('POST', 'test_helpers/test_clocks/:id/advance', async ({ store, id, params, pagesUrl }) => {
    if (id !== CLOCK) throw notFound('test_clock', id);
    await moveClock(store, optionalInt(params, 'frozen_time') ?? store.now, pagesUrl);
    return describeClock(store);
  }),
];

/** Advances the clock and runs everything that becomes due. */
export async function moveClock(store: Store, to: number, pagesUrl: string): Promise<void> {
  if (to < store.now) throw new StripeError(400, { message: 'The clock can only be advanced.', param: 'frozen_time' });
  if (to > store.now + 2 * 366 * 86_400)
    throw new StripeError(400, {
      message: 'The clock can be advanced by at most two years at once.',
      param: 'frozen_time',
    });
  const ahead = to - store.now;
  await passTime(store, to, pagesUrl);
  await store.trx.raw('update stripe_sandbox.clock set ahead_seconds = ahead_seconds + ?', [ahead]);
}
