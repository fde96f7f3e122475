import type { Knex } from 'knex';
import { mayInGroup, type GroupAction } from '#shared/groups/group-roles.ts';
import { hasGroups } from '#shared/billing/entitlement.ts';
import type { Actor } from '#server/base/http/context.ts';
import { forbidden, notFound } from '#server/base/http/errors.ts';
import { findGroup, type GroupRow } from './queries.ts';

const refusals: Record<GroupAction, string> = {
  see: 'Your role in this group doesn’t let you do this.',
  edit: 'Your role in this group doesn’t let you change its locations.',
  rename: 'Your role in this group doesn’t let you rename it.',
  costs: 'Your role in this group doesn’t let you use cost centers.',
  figures: 'Your role in this group doesn’t let you see its figures.',
  bill: 'Your role in this group doesn’t let you see its billing.',
  keys: 'Your role in this group doesn’t let you use its API keys.',
  manage: 'Only the owner of this group can do this.',
};

/** Throws not found for other people's groups, so that their existence stays hidden. */
export async function requireInGroup(
  db: Knex,
  actor: Pick<Actor, 'userId'>,
  id: number,
  action: GroupAction,
  options: { lock?: boolean } = {},
): Promise<GroupRow> {
  const group = await findGroup(db, id, actor.userId, options);
  if (!group) throw notFound('We couldn’t find this group.');
  if (!mayInGroup(group.role, action)) throw forbidden(refusals[action], 'role_not_allowed');
  return group;
}

export const groupsRequired = () =>
  forbidden('Groups are part of Enterprise. Please contact sales.', 'subscription_required');

/** Refuses what makes a group larger once the plan of its owner has ended. */
export function requireGroupPlan(group: GroupRow): void {
  if (!hasGroups(group, group.takesPayments)) throw groupsRequired();
}

/** The locations that the caller sees; null for all. */
export const scopeOf = ({ role, limitedTo }: GroupRow): readonly number[] | null =>
  role === 'regional' ? limitedTo : null;
