import type { z } from 'zod';
import type { groupBilling } from '#contract/groups/group-billing.ts';
import { countByCostCenter, findAccountPlan, listInvoicesOf, openPortal } from '#server/billing/billing.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { requireInGroup } from './access.ts';
import { record } from './groups.ts';

/** The owner's account pays for all of its groups with one subscription, whose quantity is the number of their locations. */
export async function findGroupBilling(ctx: Ctx<Actor>, id: number): Promise<z.input<(typeof groupBilling)['reply']>> {
  const { ownerId } = await requireInGroup(ctx.db, ctx.actor, id, 'bill');
  const [{ user, view, quantity }, costCenters, invoices] = await Promise.all([
    findAccountPlan(ctx, ownerId),
    countByCostCenter(ctx.db, ownerId),
    listInvoicesOf(ctx, ownerId),
  ]);
  const { interval, cents } = view;
  return {
    ...view,
    subscription:
      quantity !== null && interval !== null && cents !== null
        ? { interval, quantity, cents, unitCents: Math.round(cents / quantity) }
        : null,
    locations: costCenters.reduce((sum, { locations }) => sum + locations, 0),
    costCenters,
    invoices,
    canManage: user.stripeCustomerId !== null,
  };
}

export async function openGroupPortal(ctx: Ctx<Actor>, id: number): Promise<{ url: string }> {
  const { ownerId } = await requireInGroup(ctx.db, ctx.actor, id, 'bill');
  const { user } = await findAccountPlan(ctx, ownerId);
  if (user.stripeCustomerId === null)
    throw conflict('There’s nothing to manage yet. This plan was agreed on with our team.', 'nothing_to_manage');
  const session = await openPortal(ctx, user, `/dashboard/groups/${id}/billing`);
  await record(ctx.db, ctx, id, 'portal_opened', ctx.actor.name);
  return session;
}
