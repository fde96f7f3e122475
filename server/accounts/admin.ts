import type { z } from 'zod';
import type { findUsers } from '#contract/admin-users.ts';
import { sliceOf } from '#server/db/pagination.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound } from '#server/http/errors.ts';
import { listingPath } from '#contract/listing-path.ts';
import { enqueueMail } from '#server/mail.ts';
import { audit } from '#server/audit/audit.ts';
import { eraseAccount } from './account.ts';
import { confirmOwnPassword } from './own-password.ts';
import { willRenew } from './queries.ts';
import {
  claimsOfAccount,
  endSessions,
  listingsOfUser,
  lockAdmins,
  lockUser,
  setRole,
  staffUserById,
  staffUsers,
} from './queries-admin.ts';
import { findTwoFactor } from './queries-two-factor.ts';

const nobody = () => notFound('There is no such account.');

export function find(ctx: Ctx<Actor>, query: z.output<(typeof findUsers)['query']>) {
  const { q = '', role, plan } = query;
  const filter = { q, role: role ?? null, plan: plan ?? null, now: ctx.clock.now() };
  return staffUsers(ctx.db, filter, sliceOf(query));
}

export async function detail(ctx: Ctx<Actor>, id: number) {
  const user = await staffUserById(ctx.db, id, ctx.clock.now());
  if (!user) throw nobody();
  const [listings, claims, twoFactor] = await Promise.all([
    listingsOfUser(ctx.db, id),
    claimsOfAccount(ctx.db, id),
    findTwoFactor(ctx.db, id),
  ]);
  return {
    user: { ...user, twoFactor: twoFactor?.confirmedAt != null },
    listings: listings.map((row) => ({ ...row, href: listingPath(row) })),
    claims,
  };
}

export async function signOutEverywhere(ctx: Ctx<Actor>, id: number): Promise<{ ended: number }> {
  return ctx.db.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user) throw nobody();
    const ended = await endSessions(trx, id);
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

const lastAdmin = () => conflict('This is the only administrator. Make somebody else one first.', 'last_admin');

/** The person who decides proves once more who they are; the account decided about signs in anew under its new role. */
export async function changeRole(ctx: Ctx<Actor>, id: number, makeAdmin: boolean, password: string): Promise<void> {
  await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    const admins = await lockAdmins(trx);
    const user = await lockUser(trx, id);
    if (!user) throw nobody();
    const role = makeAdmin ? 'admin' : 'user';
    if (user.role === role) return;
    if (!makeAdmin && admins.every((one) => one === id)) throw lastAdmin();
    await setRole(trx, id, role);
    await endSessions(trx, id);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: makeAdmin ? 'user.promoted' : 'user.demoted',
      subject: 'user',
      subjectId: id,
      note: user.email,
      before: { role: user.role },
      after: { role },
    });
    await enqueueMail(trx, ctx, {
      to: user.email,
      subject: makeAdmin ? 'You are an administrator of Enamel now' : 'You are no longer an administrator of Enamel',
      text: [
        makeAdmin
          ? `${ctx.actor.name} made your account an administrator. You were signed out everywhere; please sign in again. Administrators use passwords of at least 15 characters: if yours is shorter, please change it now.`
          : `${ctx.actor.name} took the administrator role from your account. You were signed out everywhere; your account itself stays as it is.`,
      ],
      action: { label: 'Sign in', url: `${ctx.config.PUBLIC_URL}/auth` },
    });
  });
}

export async function removeUser(ctx: Ctx<Actor>, id: number, password: string): Promise<void> {
  await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    const admins = await lockAdmins(trx);
    const user = await lockUser(trx, id);
    if (!user) throw nobody();
    if (admins.length > 0 && admins.every((one) => one === id)) throw lastAdmin();
    if (await willRenew(trx, id))
      throw conflict('The subscription of this account is still running. Cancel it first.', 'subscription_running');
    const at = ctx.clock.now();
    await eraseAccount(trx, id, at);
    await audit(trx, ctx.actor, {
      at,
      action: 'user.deleted',
      subject: 'user',
      subjectId: id,
      note: user.email,
      before: { role: user.role },
    });
  });
}
