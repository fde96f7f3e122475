import { expect, it } from 'vitest';
import { KINDS, payInOrders } from '#server/test/people/payment-orders.ts';

const ORDERS = 100;

it(`${ORDERS} event orders delivered to two servers end in the same state`, { timeout: 300_000 }, async () => {
  const { kinds, deliveries, refused, wrong, state, provider, events } = await payInOrders(ORDERS);
  expect(kinds).toEqual(KINDS);
  expect([refused, wrong]).toEqual([0, []]);
  expect(state.user).toMatchObject({ subscriptionPlan: 'pro_max', subscriptionStatus: 'canceled' });
  // The end date is the one at the provider.
  expect([state.user.subscriptionExpiresAt.getTime() / 1000, provider.status]).toEqual([provider.ended_at, 'canceled']);
  // Repeated events are recorded once.
  expect(deliveries).toBeGreaterThan(ORDERS * KINDS.length * 1.1);
  expect(events).toBe(ORDERS * KINDS.length);
});
