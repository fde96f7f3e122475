import type { Knex } from 'knex';
import { APPOINTMENT_RETENTION_DAYS, isOpen } from '#shared/appointments/appointment-state.ts';
import { isEntitled } from '#shared/billing/entitlement.ts';
import type { Deps } from '#server/base/http/context.ts';
import { changeState } from './change-state.ts';
import { emailClosed } from './emails.ts';
import { eraseRequests, findOldIds, findOpenGroups, findOpenIds, type OpenGroup } from './queries-settings.ts';
import { lockRequest } from './stored-requests.ts';

const DAY = 86_400_000;

const canAnswer = (
  { ownerId, listingOwner, listingDeleted, ownerStatus, ownerPlan }: OpenGroup,
  takesPayments: boolean,
): boolean =>
  ownerId !== null &&
  ownerId === listingOwner &&
  !listingDeleted &&
  isEntitled({ subscriptionStatus: ownerStatus ?? '', subscriptionPlan: ownerPlan ?? '' }, takesPayments);

async function closeRequest(trx: Knex, deps: Deps, id: number): Promise<void> {
  const request = await lockRequest(trx, deps.secret, id);
  // The patient or staff may have ended it since the list was read.
  if (!request || !isOpen(request.state)) return;
  await changeState(trx, request, { actor: 'system', action: 'close', at: deps.clock.now() });
  await emailClosed(trx, deps, request, 'system');
}

/**
 * Closes open requests whose practice can no longer answer: its owner released, lost, or deleted the listing, or the plan
 * has ended. A job does this, because a listing can lose its owner in many ways.
 */
export async function closeUnanswerable(deps: Deps): Promise<void> {
  for (const group of await findOpenGroups(deps.db)) {
    if (canAnswer(group, deps.config.payments)) continue;
    for (const id of await findOpenIds(deps.db, group)) {
      await deps.db.transaction((trx) => closeRequest(trx, deps, id));
    }
  }
}

/** Erases the personal data of requests 90 days after their last change. */
export async function eraseOldRequests({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - APPOINTMENT_RETENTION_DAYS * DAY);
  let count = 0;
  for (;;) {
    const ids = await db.transaction(async (trx) => {
      const oldIds = await findOldIds(trx, before);
      if (oldIds.length > 0) await eraseRequests(trx, oldIds, now);
      return oldIds;
    });
    if (ids.length === 0) break;
    count += ids.length;
  }
  if (count > 0) log.info({ count }, 'appointment requests erased');
}
