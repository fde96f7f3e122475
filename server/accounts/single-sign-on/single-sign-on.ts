import type { Request } from 'express';
import type { Knex } from 'knex';
import { roleNames, staffRoles, isStaff, type StaffRole } from '#shared/roles.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { conflict, forbidden, Refusal } from '#server/base/http/errors.ts';
import { acceptToken, createToken } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { announceStaffChange } from '../announce-security.ts';
import { countOtherAdmins, createUser, findUserByEmail, findUserById, type User } from '../queries.ts';
import { updateRole } from '../queries-roles.ts';
import { deleteSessions } from '../queries-sessions.ts';
import { openSession } from '../sign-in/sign-in.ts';
import { createFlow, readClaims, type Claims, type Flow } from './provider.ts';
import * as sql from './queries.ts';

const COOKIE = 'enamel-single-sign-on';
const PURPOSE = 'single sign-on';
const cookieOptions = ({ config }: Ctx) => ({
  path: '/api/auth/single-sign-on',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.PUBLIC_URL.startsWith('https:'),
});

/** Sends the browser to the provider. A sealed cookie ties the login to this browser. */
export async function startSingleSignOn(next: string, ctx: Ctx, { res }: Stream): Promise<{ url: string }> {
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  const limit = { hits: hits * 10, seconds };
  await enforceLimit(ctx, 'LIMIT_LOGIN', `${PURPOSE}|${ctx.network}`, 'Please wait a moment and try again.', limit);
  const { flow, url } = await createFlow(ctx, createToken(ctx, PURPOSE), next);
  res.cookie(COOKIE, ctx.secret.seal(PURPOSE, JSON.stringify(flow)), { ...cookieOptions(ctx), maxAge: 600_000 });
  return { url };
}

const expired = () => new Refusal(410, 'login_expired', 'This login step has expired. Please log in again.');

async function openFlow(ctx: Ctx, req: Request, query: string): Promise<Flow> {
  const sealed = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(req.get('cookie') ?? '')?.[1];
  if (!sealed) throw expired();
  let flow: Flow;
  try {
    flow = JSON.parse(ctx.secret.open(PURPOSE, decodeURIComponent(sealed))) as Flow;
  } catch {
    throw expired();
  }
  // The token is used up by the first answer, so a second one with the same state is refused.
  if (new URLSearchParams(query).get('state') !== flow.state || !(await acceptToken(ctx.db, ctx, flow.state, PURPOSE)))
    throw expired();
  return flow;
}

export async function finishSingleSignOn(query: string, ctx: Ctx, stream: Stream) {
  const flow = await openFlow(ctx, stream.req, query);
  stream.res.clearCookie(COOKIE, cookieOptions(ctx));
  const claims = await readClaims(ctx, flow, query);
  const role = roleOf(ctx, claims.groups);
  if (!role)
    throw forbidden(
      'Your account at the identity provider isn’t in a group that may use this panel. Ask an administrator.',
      'no_group',
    );
  const user = await ctx.db.transaction((trx) => admitStaff(trx, ctx, claims, role));
  return { ...(await openSession(ctx, user, 'web', stream, { method: 'single_sign_on' })), next: flow.next };
}

/** The role with the most rights of those that the groups give. */
const roleOf = ({ config }: Ctx, groups: string[]): StaffRole | undefined =>
  staffRoles.find((role) => config.OIDC_ROLE_GROUPS.some((pair) => pair.role === role && groups.includes(pair.group)));

/** The account of this person, with the role of their group. */
async function admitStaff(trx: Knex, ctx: Ctx, claims: Claims, role: StaffRole): Promise<User> {
  const at = ctx.clock.now();
  const linkedId = await sql.lockIdentity(trx, claims);
  const linked = linkedId === undefined ? undefined : await findUserById(trx, linkedId);
  const user = linked ?? (await linkAccount(trx, ctx, claims, role));
  if (!isStaff(user.role))
    throw forbidden('Your account here is no longer a staff account. Ask an administrator.', 'not_staff');
  await sql.markIdentityUsed(trx, claims, at);
  if (user.role === role) return user;
  if (user.role === 'admin' && (await countOtherAdmins(trx, user.id)) === 0)
    throw conflict(
      'You’re the only administrator, and your group gives you another role. Make someone else an administrator first.',
      'last_admin',
    );
  await updateRole(trx, user.id, role);
  await deleteSessions(trx, user.id);
  await announceStaffChange(
    trx,
    ctx,
    user,
    { action: 'user.role_from_group', before: { role: user.role }, after: { role } },
    `The identity provider’s groups changed the role of this account to ${roleNames[role].toLowerCase()}.`,
  );
  return { ...user, role };
}

/**
 * Links the identity to the staff account with its verified address, or creates one. An owner's account is never linked,
 * because the identity provider could then take it over.
 */
async function linkAccount(trx: Knex, ctx: Ctx, claims: Claims, role: StaffRole): Promise<User> {
  const { email, isEmailVerified, name } = claims;
  if (email === null || !isEmailVerified)
    throw forbidden(
      'Your identity provider hasn’t verified your email address, so we can’t link it. Ask an administrator.',
      'email_not_verified',
    );
  const at = ctx.clock.now();
  const found = await findUserByEmail(trx, email);
  if (found && !isStaff(found.role))
    throw forbidden(
      'A practice’s account uses your email address, so single sign-on can’t use it. Ask an administrator.',
      'not_staff',
    );
  const user =
    found ??
    (await createUser(trx, { name: name ?? email, email, password: null, role, createdAt: at, emailVerifiedAt: at }));
  const identity = { issuer: claims.issuer, subject: claims.subject };
  if (!user || !(await sql.linkIdentity(trx, identity, user.id, at)))
    throw forbidden(
      'Someone else at your identity provider already uses the account with your email address. Ask an administrator.',
      'other_identity',
    );
  await announceStaffChange(
    trx,
    ctx,
    user,
    { action: found ? 'user.single_sign_on_linked' : 'user.single_sign_on_joined', after: { role } },
    found
      ? 'This account can now log in with single sign-on, too.'
      : `Single sign-on created this account with the role ${roleNames[role].toLowerCase()}.`,
  );
  return user;
}
