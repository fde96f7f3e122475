import { expect, it } from 'vitest';
import { KINDS, payInOrders } from '#server/test/payment-orders.ts';

const ORDERS = 100;

it(
  `${ORDERS} orders of the events of one life, delivered to two servers, end in one state`,
  { timeout: 300_000 },
  async () => {
    const { kinds, deliveries, refused, wrong, state, provider, events } = await payInOrders(ORDERS);
    expect(kinds).toEqual(KINDS);
    expect([refused, wrong]).toEqual([0, []]);
    expect(state.user).toMatchObject({ subscriptionPlan: 'pro_max', subscriptionStatus: 'canceled' });
    // The end is the provider's.
    expect([state.user.subscriptionExpiresAt.getTime() / 1000, provider.status]).toEqual([
      provider.ended_at,
      'canceled',
    ]);
    // Repeats were delivered, and taken once.
    expect(deliveries).toBeGreaterThan(ORDERS * KINDS.length * 1.1);
    expect(events).toBe(ORDERS * KINDS.length);
  },
);
