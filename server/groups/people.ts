import type { z } from 'zod';
import { groupRoleNames } from '#shared/groups/group-roles.ts';
import type * as contract from '#contract/groups/groups.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { limitInvitations, sendInvitation } from '#server/listings/owner/managers.ts';
import { requireGroupPlan, requireInGroup } from './access.ts';
import { emailGroupInvitation } from './emails.ts';
import { record } from './groups.ts';
import * as sql from './queries.ts';

const MAX_PEOPLE = 200;

type Role = z.output<(typeof contract.changePerson)['body']>;

/** Only a regional manager's locations are stored, and at least one of them. */
function checkRole({ role, locations }: Role): Role {
  if (role !== 'regional') return { role, locations: [] };
  if (locations.length === 0) {
    const sentence = 'Please choose the locations of this regional manager.';
    throw badRequest(sentence, { locations: sentence });
  }
  return { role, locations: [...new Set(locations)] };
}

export async function invitePerson(
  ctx: Ctx<Actor>,
  id: number,
  { email, ...body }: z.output<(typeof contract.invitePerson)['body']>,
): Promise<void> {
  const role = checkRole(body);
  requireGroupPlan(await requireInGroup(ctx.db, ctx.actor, id, 'manage'));
  if (email === ctx.actor.email)
    throw badRequest('You already own this group.', { email: 'You already own this group.' });
  await limitInvitations(ctx, email);
  await ctx.db.transaction(async (trx) => {
    const group = await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    if ((await sql.findPeople(trx, id)).length >= MAX_PEOPLE)
      throw conflict(`A group can have at most ${MAX_PEOPLE} people.`, 'too_many');
    await sendInvitation(trx, ctx, { groupId: id, ...role }, email, (token) =>
      emailGroupInvitation(trx, ctx, { email, inviter: ctx.actor.name, group: group.name, role: role.role, token }),
    );
    await record(trx, ctx, id, 'invited', groupRoleNames[role.role]);
  });
}

export async function changePerson(ctx: Ctx<Actor>, id: number, personId: number, body: Role): Promise<void> {
  const role = checkRole(body);
  await ctx.db.transaction(async (trx) => {
    await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    if (!(await sql.updatePerson(trx, id, personId, role))) throw personNotFound();
    await record(trx, ctx, id, 'role_changed', groupRoleNames[role.role]);
  });
}

export async function removePerson(ctx: Ctx<Actor>, id: number, personId: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    if (!(await sql.deletePerson(trx, id, personId))) throw personNotFound();
    await record(trx, ctx, id, 'person_removed', 'One person');
  });
}

export async function leaveGroup(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { personId } = await requireInGroup(trx, ctx.actor, id, 'see', { lock: true });
    if (personId === null) throw conflict('The owner can’t leave the group, but can end it.', 'owner');
    await sql.deletePerson(trx, id, personId);
    await record(trx, ctx, id, 'left', ctx.actor.name);
  });
}

const personNotFound = () => notFound('We couldn’t find this person in the group.');
