import type { Response } from 'express';
import type { Knex } from 'knex';
import type { Ctx } from '../context.ts';
import { ifPossible, unavailable } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { enforceLimits } from '../limits/limits.ts';

/** Longer lists are sent in a slot. Shorter ones cost no more than a page of results. */
export const SHORT_LIST = 500;

const RETRY_SECONDS = 5;
/** A reader that takes less than 40 entries per second, after a minute, would keep its slot from others. */
const GRACE_MS = 60_000;
const MS_PER_ENTRY = 25;

const queues = new WeakMap<Knex, FairQueue>();

export function listQueueOf(db: Knex): FairQueue {
  let queue = queues.get(db);
  if (!queue) {
    queue = new FairQueue({
      slots: 3,
      slotsPerClient: 2,
      places: 12,
      placesPerClient: 4,
      waitMs: 1_000,
      refuse: () =>
        unavailable(
          'Too many people are downloading the full list right now. Please try again in a few seconds, or ask for one page.',
          RETRY_SECONDS,
        ),
    });
    queues.set(db, queue);
  }
  return queue;
}

/** Sends a long list to anyone: a few at a time, and a limited number to one network. */
export function withListSlot(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config' | 'network' | 'signal'>,
  res: Response,
  entries: number,
  send: () => Promise<void>,
): Promise<void> {
  const sendInTime = async () => {
    const { hits } = ctx.config.LIMIT_LIST;
    // The count is a write, which a read-only database refuses.
    await ifPossible(enforceLimits(ctx, 'LIMIT_LIST', [{ key: ctx.network, hits }]));
    const deadline = setTimeout(() => res.destroy(), GRACE_MS + entries * MS_PER_ENTRY);
    try {
      await send();
    } finally {
      clearTimeout(deadline);
    }
  };
  return listQueueOf(ctx.db).run(ctx.network, sendInTime, ctx.signal);
}
