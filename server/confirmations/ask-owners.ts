import { z } from 'zod';
import { CONFIRMED_DAYS } from '#contract/confirmations.ts';
import { unsubscribeLink } from '#server/accounts/notifications.ts';
import type { Deps } from '#server/base/http/context.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { findOwnRow, type OwnRow } from '#server/listings/owner/owner.ts';
import { findCatalogPlans } from '#server/listings/plans/plans.ts';
import { emailConfirmationRequest, SHOWN_LISTINGS } from './emails.ts';
import { createConfirmationToken } from './links.ts';
import * as sql from './queries.ts';
import { listStatedFacts } from './stated-facts.ts';

const DAY = 86_400_000;
const momentOf = (now: Date) => ({ now, since: new Date(now.getTime() - CONFIRMED_DAYS * DAY) });

/**
 * Asks one owner about all listings that are due. The listings are marked in the transaction that enqueues the email, so a
 * server that is killed at any time, or a job that runs twice, sends nothing twice.
 */
export const askOwner = job('confirmations.ask-owner', {
  payload: z.object({ userId: z.int() }),
  async handle({ userId }, deps: Deps) {
    await deps.db.transaction(async (trx) => {
      const owner = await sql.lockOwner(trx, userId);
      if (!owner) return;
      const now = deps.clock.now();
      const ids = await sql.findListingsToAsk(trx, userId, momentOf(now));
      if (ids.length === 0) return;
      await sql.saveRequests(trx, userId, ids, now);
      const shown: OwnRow[] = [];
      for (const id of ids.slice(0, SHOWN_LISTINGS)) shown.push((await findOwnRow(trx, id))!);
      const plans = await findCatalogPlans(trx);
      await emailConfirmationRequest(trx, deps, owner, {
        listings: shown.map((row) => ({ ...row, facts: listStatedFacts(row, plans) })),
        count: ids.length,
        token: createConfirmationToken(deps, { userId, sentAt: now }, owner.email),
        unsubscribe: unsubscribeLink(deps, userId, 'confirmations'),
      });
    });
  },
});

export async function askOwners({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const userId of await sql.findOwnersToAsk(db, momentOf(clock.now())))
    await enqueue(db, askOwner, { userId }, { key: `confirmations.ask-owner:${userId}` });
}
