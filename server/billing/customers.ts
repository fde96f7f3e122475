import { createHash } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';
import { unavailable } from '#server/base/http/errors.ts';
import {
  acquireCheckoutLock,
  releaseCheckoutLock,
  renewCheckoutLock,
  replaceCustomer,
  saveCustomer,
  type Buyer,
} from './queries.ts';
import { paymentsOf } from './stripe.ts';

async function existsAtProvider(deps: Deps, customerId: string): Promise<boolean> {
  try {
    return !(await paymentsOf(deps).stripe.customers.retrieve(customerId)).deleted;
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') return false;
    throw error;
  }
}

/**
 * Creates at most one Stripe customer per user: concurrent calls send the same idempotency key, and the first id stored
 * wins. A customer that was deleted at Stripe is replaced, because Stripe accepts nothing for it.
 */
export async function getOrCreateCustomer(deps: Deps, user: Buyer): Promise<string> {
  const gone = user.stripeCustomerId;
  if (gone && (await existsAtProvider(deps, gone))) return gone;
  const { stripe } = paymentsOf(deps);
  const details = {
    email: user.email,
    name: user.name,
    metadata: { user_id: String(user.id) },
  };
  const key = createHash('sha256')
    .update(JSON.stringify([details, deps.config.PUBLIC_URL, user.createdAt, ...(gone ? [gone] : [])]))
    .digest('hex');
  const customer = await stripe.customers.create(details, { idempotencyKey: `customer-${key}` });
  if (gone) deps.log.warn({ customerId: gone, replacement: customer.id }, 'replaced a customer deleted at Stripe');
  return deps.db.transaction(async (trx) => {
    if (gone) await replaceCustomer(trx, user.id, gone, customer.id);
    return saveCustomer(trx, user.id, customer.id, deps.clock.now());
  });
}

/** Runs one checkout per customer at a time, across all servers. */
export async function withCheckoutLock<T>(deps: Deps, customerId: string, work: () => Promise<T>): Promise<T> {
  for (let attempts = 0; !(await acquireCheckoutLock(deps.db, customerId)); attempts++) {
    if (attempts > 80) throw unavailable('Your subscription is already being set up. Please try again in a moment.', 5);
    await new Promise((done) => setTimeout(done, 100));
  }
  // Stripe may take longer than the lock lasts.
  const renewal = setInterval(() => void renewCheckoutLock(deps.db, customerId).catch(() => {}), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await releaseCheckoutLock(deps.db, customerId);
  }
}
