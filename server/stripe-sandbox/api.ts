import { customerOperations } from './customer-api.ts';
import { StripeError, notFound } from './fault.ts';
import { optionalInt, requireText, optionalText } from './form.ts';
import { invoiceOperations } from './invoice-api.ts';
import { operation, type Operation } from './operation.ts';
import { paymentOperations } from './payment-api.ts';
import { newObject, type Store } from './store.ts';
import { subscriptionOperations } from './subscription-api.ts';
import { passTime } from './time.ts';

const CLOCK = 'clock_sandbox';
const clockOf = (store: Store) => ({
  id: CLOCK,
  object: 'test_helpers.test_clock',
  created: store.now,
  deletes_after: store.now + 30 * 86_400,
  frozen_time: store.now,
  livemode: false,
  name: 'The clock of the sandbox',
  status: 'ready',
  status_details: {},
});

/** The part of the API that is spoken here. */
export const operations: Operation[] = [
  ...customerOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...paymentOperations,
  operation('POST', 'billing_portal/sessions', async ({ store, params, pagesUrl }) => {
    const customer = await store.get('customer', requireText(params, 'customer'), 'customer');
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

  operation('GET', 'test_helpers/test_clocks/:id', async ({ store }) => clockOf(store)),
  operation('POST', 'test_helpers/test_clocks/:id/advance', async ({ store, id, params, pagesUrl }) => {
    if (id !== CLOCK) throw notFound('test_clock', id);
    await moveClock(store, optionalInt(params, 'frozen_time') ?? store.now, pagesUrl);
    return clockOf(store);
  }),
];

/** The clock only goes on, and what is due on the way happens on the way. */
export async function moveClock(store: Store, to: number, pagesUrl: string): Promise<void> {
  if (to < store.now) throw new StripeError(400, { message: 'The clock can only be advanced.', param: 'frozen_time' });
  if (to > store.now + 2 * 366 * 86_400)
    throw new StripeError(400, { message: 'The clock can be advanced by at most two years at once.', param: 'frozen_time' });
  const ahead = to - store.now;
  await passTime(store, to, pagesUrl);
  await store.trx.raw('update stripe_sandbox.clock set ahead_seconds = ahead_seconds + ?', [ahead]);
}
