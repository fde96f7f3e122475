import { createHash } from 'node:crypto';
import type { Deps } from '#server/http/context.ts';
import { unavailable } from '#server/http/errors.ts';
import { releaseCheckoutLock, saveCustomer, acquireCheckoutLock, type Buyer } from './queries.ts';
import { paymentsOf } from './stripe.ts';

/** Creates at most one Stripe customer per user: concurrent calls send the same idempotency key, and the first id stored wins. */
export async function getOrCreateCustomer(deps: Deps, user: Buyer): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const { stripe } = paymentsOf(deps);
  const details = {
    email: user.email,
    name: user.name,
    metadata: { user_id: String(user.id) },
  };
  const key = createHash('sha256')
    .update(JSON.stringify([details, deps.config.PUBLIC_URL, user.createdAt]))
    .digest('hex');
  const customer = await stripe.customers.create(details, { idempotencyKey: `customer-${key}` });
  return deps.db.transaction((trx) => saveCustomer(trx, user.id, customer.id, deps.clock.now()));
}

/** Runs one checkout per customer at a time, across all servers. */
export async function withCheckoutLock<T>(deps: Deps, customerId: string, work: () => Promise<T>): Promise<T> {
  for (let attempts = 0; !(await acquireCheckoutLock(deps.db, customerId)); attempts++) {
    if (attempts > 80) throw unavailable('Your subscription is already being set up. Please try again in a moment.', 5);
    await new Promise((done) => setTimeout(done, 100));
  }
  try {
    return await work();
  } finally {
    await releaseCheckoutLock(deps.db, customerId);
  }
}
