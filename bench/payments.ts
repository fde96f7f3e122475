import { startTestPostgres } from '#server/test/programs/database.ts';
import { payInOrders } from '#server/test/people/payment-orders.ts';

/** Delivers one customer's payment events in many orders over HTTP to two servers: `npm run bench -- payments [ORDERS]`. */
export async function bench(args: readonly string[]): Promise<void> {
  const { stop, ...postgres } = await startTestPostgres();
  try {
    const { kinds, orders, deliveries, refused, wrong, events, seconds, state, provider } = await payInOrders(
      Number(args[0] ?? 1_000),
      postgres,
    );
    console.log(
      `${kinds.length} kinds of events in ${orders} orders with repeats, 8 at a time to two servers: ${deliveries} deliveries in ${seconds.toFixed(0)} s, ${refused} not answered with 200, ${events} events kept;`,
    );
    console.log(
      `${wrong.length} orders ended in another state than ${state.user.subscriptionStatus}_${state.user.subscriptionPlan}; the provider says ${provider.status}.`,
    );
    process.exitCode = wrong.length + refused === 0 && events === orders * kinds.length ? 0 : 1;
  } finally {
    await stop();
  }
}
