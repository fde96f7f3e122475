import type { z } from 'zod';
import type { ownClaim } from '#contract/claims/claims.ts';
import type { GroupClaimForm } from '#contract/groups/group-claims.ts';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { parseAttachments } from '#server/claims/attachments.ts';
import { findClaimsOfGroup, insertGroupClaim } from '#server/claims/group-claims.ts';
import { requireGroupPlan, requireInGroup } from '../access.ts';
import { record } from '../groups.ts';
import { countWithClaimed } from './queries-claims.ts';

type OwnClaim = z.input<typeof ownClaim>;

export async function submitClaim(ctx: Ctx<Actor>, groupId: number, form: GroupClaimForm): Promise<OwnClaim> {
  requireGroupPlan(await requireInGroup(ctx.db, ctx.actor, groupId, 'manage'));
  const attachments = await parseAttachments(form);
  return ctx.db.transaction(async (trx) => {
    const group = await requireInGroup(trx, ctx.actor, groupId, 'manage', { lock: true });
    const count = (await countWithClaimed(trx, groupId)) + new Set(form.ids).size;
    if (count > MAX_LOCATIONS)
      throw conflict(
        `A group can have at most ${MAX_LOCATIONS.toLocaleString('en-US')} locations, and with this claim it would have ${count.toLocaleString('en-US')}.`,
        'too_many',
      );
    const claim = await insertGroupClaim(trx, ctx, group, form, attachments);
    await record(trx, ctx, groupId, 'claim_sent', claim.dentist.name);
    return claim;
  });
}

export async function findClaims(ctx: Ctx<Actor>, groupId: number): Promise<OwnClaim[]> {
  await requireInGroup(ctx.db, ctx.actor, groupId, 'manage');
  return findClaimsOfGroup(ctx, groupId);
}
