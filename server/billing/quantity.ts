import type { Knex } from 'knex';
import { z } from 'zod';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { withCheckoutLock } from './customers.ts';
import { findBuyer, findSubscription } from './queries.ts';
import { countGroupLocations, setQuantity } from './queries-quantity.ts';
import { isLive } from './state.ts';
import { paymentsOf } from './stripe.ts';

/** A group without locations pays for one. */
export const billedLocations = async (db: Knex, userId: number): Promise<number> =>
  Math.max(1, await countGroupLocations(db, userId));

/**
 * Sets the quantity of an Enterprise subscription to the number of locations. It sends the number itself and not a difference, so a
 * repeated job changes nothing. The quantity is compared first, so a change of the locations makes one request at most.
 */
export const quantityJob = job('billing.quantity', {
  payload: z.object({ userId: z.int() }),
  async handle({ userId }, deps) {
    const user = deps.payments && (await findBuyer(deps.db, userId));
    const id = user?.stripeSubscriptionId;
    const subscription = id ? await findSubscription(deps.db, id) : undefined;
    if (subscription?.plan !== 'enterprise' || !isLive(subscription.status) || !subscription.itemId) return;
    await withCheckoutLock(deps, subscription.customerId, async () => {
      const quantity = await billedLocations(deps.db, userId);
      if (quantity === (await findSubscription(deps.db, subscription.id))?.quantity) return;
      await paymentsOf(deps).stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.itemId!, quantity }],
        proration_behavior: 'create_prorations',
      });
      await setQuantity(deps.db, subscription.id, quantity);
    });
  },
});

/** Call this in the transaction that changes the locations of an account's groups. */
export const enqueueQuantity = (trx: Knex, userId: number): Promise<void> =>
  enqueue(trx, quantityJob, { userId }, { key: `billing.quantity:${userId}` });
