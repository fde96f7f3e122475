import type { Knex } from 'knex';
import type { z } from 'zod';
import { hasGroups } from '#shared/billing/entitlement.ts';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { chooseFreeSlug, slugify } from '#shared/slug.ts';
import type * as contract from '#contract/groups/groups.ts';
import { audit } from '#server/audit/audit.ts';
import { enqueueQuantity } from '#server/billing/billing.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { groupsRequired, requireGroupPlan, requireInGroup } from './access.ts';
import * as sql from './queries.ts';

type Line = z.input<(typeof contract.createGroup)['reply']>;

export async function findMyGroups({
  db,
  actor,
  config,
}: Ctx<Actor>): Promise<z.input<(typeof contract.myGroups)['reply']>> {
  const groups = await sql.findGroupsOf(db, actor.userId);
  return { groups, mayCreate: hasGroups(actor, config.payments) };
}

export async function createGroup(ctx: Ctx<Actor>, name: string): Promise<Line> {
  const { actor } = ctx;
  if (!hasGroups(actor, ctx.config.payments)) throw groupsRequired();
  return ctx.db.transaction(async (trx) => {
    const slug = slugify(name);
    if (slug === '') throw badRequest('Please use letters or digits.', { name: 'Please use letters or digits.' });
    const group = {
      ownerId: actor.userId,
      name,
      slug: chooseFreeSlug(slug, await sql.findSlugsLike(trx, slug)),
      createdAt: ctx.clock.now(),
    };
    const id = await sql.insertGroup(trx, group);
    await record(trx, ctx, id, 'created', name);
    return { id, name, slug: group.slug, role: 'owner', locations: 0 };
  });
}

export async function changeGroup(
  ctx: Ctx<Actor>,
  id: number,
  { name }: z.output<(typeof contract.changeGroup)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await requireInGroup(trx, ctx.actor, id, 'rename', { lock: true });
    await sql.updateGroup(trx, id, { name });
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'group.changed',
      subject: 'group',
      subjectId: id,
      before: { name: before.name },
      after: { name },
    });
  });
}

export async function endGroup(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { name, ownerId } = await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    if (await sql.hasPendingClaim(trx, id))
      throw conflict('We’re still reviewing a claim of this group. Please withdraw it first.', 'claim_pending');
    await sql.deleteGroup(trx, id);
    await enqueueQuantity(trx, ownerId);
    await record(trx, ctx, id, 'ended', name);
  });
}

/** Only listings that the owner already has become locations, so this changes no owner. */
export async function addLocations(ctx: Ctx<Actor>, id: number, ids: readonly number[]): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const group = await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    requireGroupPlan(group);
    const added = await sql.insertLocations(trx, { groupId: id, ownerId: group.ownerId, ids });
    if (added === 0) throw notFound('We couldn’t find these listings among yours.');
    if ((await sql.countLocations(trx, id)) > MAX_LOCATIONS)
      throw conflict(`A group can have at most ${MAX_LOCATIONS.toLocaleString('en-US')} locations.`, 'too_many');
    await enqueueQuantity(trx, group.ownerId);
    await record(trx, ctx, id, 'locations_added', countOf(added));
  });
}

export async function removeLocations(ctx: Ctx<Actor>, id: number, ids: readonly number[]): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { ownerId } = await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    const removed = await sql.deleteLocations(trx, id, ids);
    if (removed === 0) throw notFound('We couldn’t find these locations in the group.');
    await enqueueQuantity(trx, ownerId);
    await record(trx, ctx, id, 'locations_removed', countOf(removed));
  });
}

export async function setCostCenters(
  ctx: Ctx<Actor>,
  id: number,
  costCenters: readonly { id: number; costCenter: string | null }[],
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await requireInGroup(trx, ctx.actor, id, 'costs', { lock: true });
    const changed = await sql.updateCostCenters(trx, id, costCenters);
    if (changed !== new Set(costCenters.map((one) => one.id)).size)
      throw notFound('We couldn’t find some of these locations in the group. Please reload the page.');
    await record(trx, ctx, id, 'cost_centers_set', countOf(changed));
  });
}

const countOf = (n: number): string => `${n.toLocaleString('en-US')} ${n === 1 ? 'location' : 'locations'}`;

export const record = (
  trx: Knex,
  { actor, clock }: Ctx<Actor>,
  id: number,
  verb: string,
  note: string,
): Promise<void> =>
  audit(trx, actor, { at: clock.now(), action: `group.${verb}`, subject: 'group', subjectId: id, note });
