import { z } from 'zod';
import type { findUsers as findUsersContract } from '#contract/accounts/admin-users.ts';
import type { BaseValues } from '#contract/edit-conflict.ts';
import { isStaff, roles, type Role } from '#shared/roles.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { shownKey } from '../keys/keys.ts';
import { listKeys } from '../queries-api-keys.ts';
import { findEmailProblem } from '../email-delivery.ts';
import { eraseAccount } from '../erase/erase-account.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';
import { willRenew } from '../queries.ts';
import { lockUser, updateRole } from '../queries-roles.ts';
import { emailRoleChanged } from '../staff/emails.ts';
import {
  listClaimsOfUser,
  deleteAllSessions,
  listListingsOfUser,
  lockAdmins,
  findUserSummary,
  searchUsers,
} from './queries-admin.ts';
import { findTwoFactor } from '../sign-in/queries-two-factor.ts';

const noSuchAccount = () => notFound("We couldn't find this account.");

export function findUsers(ctx: Ctx<Actor>, query: z.output<(typeof findUsersContract)['query']>) {
  const { q = '', role, plan } = query;
  const filter = { q, role: role ?? null, plan: plan ?? null, now: ctx.clock.now() };
  return searchUsers(ctx.db, filter, sliceOf(query));
}

export async function getUser(ctx: Ctx<Actor>, id: number) {
  const user = await findUserSummary(ctx.db, id, ctx.clock.now());
  if (!user) throw noSuchAccount();
  const [listings, claims, twoFactor, emailProblem, apiKeys] = await Promise.all([
    listListingsOfUser(ctx.db, id),
    listClaimsOfUser(ctx.db, id),
    findTwoFactor(ctx.db, id),
    findEmailProblem(ctx.db, user.email),
    listKeys(ctx.db, id),
  ]);
  return {
    user: { ...user, twoFactor: twoFactor?.confirmedAt != null, emailProblem },
    listings: listings.map((row) => ({ ...row, href: listingPath(row) })),
    claims,
    apiKeys: apiKeys.map(shownKey),
  };
}

export async function signOutEverywhere(ctx: StaffContext, id: number): Promise<{ ended: number }> {
  return ctx.db.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user) throw noSuchAccount();
    const ended = await deleteAllSessions(trx, id);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'user.signed_out',
      subject: 'user',
      subjectId: id,
      note: user.email,
    });
    return { ended };
  });
}

const lastAdmin = () =>
  conflict('This is the only administrator. Make someone else an administrator first.', 'last_admin');

const roleSchema = z.object({ role: z.enum(roles) });

/** Requires the caller's own password. Signs the other account out, so that its next login has the new role. */
export async function changeRole(
  ctx: Ctx<Actor>,
  id: number,
  { role, password, read }: { role: Role; password: string; read: BaseValues },
): Promise<void> {
  await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    const admins = await lockAdmins(trx);
    const user = await lockUser(trx, id);
    if (!user) throw noSuchAccount();
    await rejectIfChanged({
      read,
      schema: roleSchema,
      stored: { role: user.role },
      newValues: { role },
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'user', subjectId: id }, { fields }),
    });
    if (user.role === role) return;
    if (user.role === 'admin' && admins.every((adminId) => adminId === id)) throw lastAdmin();
    await updateRole(trx, id, role);
    await deleteAllSessions(trx, id);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: isStaff(role) ? 'user.promoted' : 'user.demoted',
      subject: 'user',
      subjectId: id,
      note: user.email,
      before: { role: user.role },
      after: { role },
    });
    await emailRoleChanged(trx, ctx, user, { by: ctx.actor.name, before: user.role, after: role });
  });
}

export async function removeUser(ctx: Ctx<Actor>, id: number, password: string): Promise<void> {
  await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    const admins = await lockAdmins(trx);
    const user = await lockUser(trx, id);
    if (!user) throw noSuchAccount();
    if (admins.length > 0 && admins.every((adminId) => adminId === id)) throw lastAdmin();
    if (await willRenew(trx, id))
      throw conflict("This account's subscription is still active. Cancel it first.", 'subscription_running');
    const at = ctx.clock.now();
    await eraseAccount(trx, ctx.secret, id, at);
    await audit(trx, ctx.actor, {
      at,
      action: 'user.deleted',
      subject: 'user',
      subjectId: id,
      note: 'Removed the name and email address too.',
      before: { role: user.role },
    });
  });
}
