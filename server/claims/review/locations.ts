import type { z } from 'zod';
import { listingPath } from '#contract/listings/listings.ts';
import type { leaveOutLocations as leaveOutContract, listClaimLocations } from '#contract/claims/admin-claims.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { provesDomain } from '../evidence/evidence.ts';
import { selectClaimViews } from '../queries.ts';
import { findClaimLocations, setLeftOut } from '../queries-group-claims.ts';
import { lockPendingClaim } from './decisions.ts';
import { toContacts } from './dossiers.ts';

type Locations = z.input<(typeof listClaimLocations)['reply']>;

export async function listLocations({ db }: Pick<Ctx, 'db'>, claimId: number): Promise<Locations> {
  const [claim] = await selectClaimViews(db, [claimId]);
  if (!claim) throw notFound("We couldn't find this claim request.");
  const email = claim.accountEmailVerified ? claim.accountEmail : null;
  return (await findClaimLocations(db, claimId)).map((location) => ({
    ...location,
    href: listingPath(location),
    sameDomain: email !== null && provesDomain(email, toContacts(location)),
  }));
}

/** Leaves listings out of a pending claim, or includes them again, so that a reviewer can stop and go on later. */
export async function leaveOutLocations(
  ctx: Ctx<Actor>,
  claimId: number,
  { ids, reason }: z.output<(typeof leaveOutContract)['body']>,
): Promise<Locations> {
  return ctx.db.transaction(async (trx) => {
    await lockPendingClaim(trx, claimId);
    const changed = await setLeftOut(trx, claimId, ids, reason);
    if (changed === 0) throw notFound('We couldn’t find these listings in this claim. Please reload the page.');
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: reason === null ? 'claim.put_back' : 'claim.left_out',
      subject: 'claim',
      subjectId: claimId,
      note: `${changed.toLocaleString('en-US')} ${changed === 1 ? 'listing' : 'listings'}${reason === null ? '' : `: ${reason}`}`,
    });
    return listLocations({ db: trx }, claimId);
  });
}
