import { createHash } from 'node:crypto';
import type { Deps } from '#server/http/context.ts';
import { unavailable } from '#server/http/errors.ts';
import { releaseCheckoutLock, saveCustomer, acquireCheckoutLock, type Buyer } from './queries.ts';
import { paymentsOf } from './stripe.ts';

/** The provider's customer for a user, made at most once: equal requests carry equal keys, and the first one stored wins. */
export async function getOrCreateCustomer(deps: Deps, user: Buyer): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const { stripe } = paymentsOf(deps);
  const about = {
    email: user.email,
    name: user.name,
    metadata: { user_id: String(user.id) },
  };
  const key = createHash('sha256')
    .update(JSON.stringify([about, deps.config.PUBLIC_URL, user.createdAt]))
    .digest('hex');
  const customer = await stripe.customers.create(about, { idempotencyKey: `customer-${key}` });
  return deps.db.transaction((trx) => saveCustomer(trx, user.id, customer.id, deps.clock.now()));
}

/** One checkout at a time for a customer, whichever servers the requests reach. */
export async function withCheckoutLock<T>(deps: Deps, customerId: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; !(await acquireCheckoutLock(deps.db, customerId)); tries++) {
    if (tries > 80) throw unavailable('Your subscription is being set up already. Please try again in a moment.', 5);
    await new Promise((done) => setTimeout(done, 100));
  }
  try {
    return await work();
  } finally {
    await releaseCheckoutLock(deps.db, customerId);
  }
}
