import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { isStaff, type Role } from '#shared/roles.ts';
import type * as contract from '#contract/accounts/staff.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { emailTaken } from '../email-taken.ts';
import { createUser } from '../queries.ts';
import { markVerified } from '../queries-email-changes.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';
import { checkNewPassword, hashPassword } from '../sign-in/password.ts';
import { openSession, type SignedIn } from '../sign-in/sign-in.ts';
import { lockUser, updateRole } from '../queries-roles.ts';
import { describeRole, emailStaffInvitation } from './emails.ts';
import * as sql from './queries.ts';

const HOUR = 3_600_000;
const INVITATION_DAYS = 7;
const STAFF_SESSION_MS = 12 * HOUR;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');
const expired = () => new Refusal(404, 'not_found', 'This invitation is no longer valid. Please ask for a new one.');

export async function listStaff(db: Knex, now: Date) {
  const [members, invitations] = await Promise.all([sql.findMembers(db), sql.findInvitations(db)]);
  return { members, invitations: invitations.map((row) => ({ ...row, expired: row.expiresAt <= now })) };
}

export async function inviteStaff(
  ctx: Ctx<Actor>,
  { email, role, password }: z.output<(typeof contract.inviteStaff)['body']>,
) {
  await confirmOwnPassword(ctx, password);
  await enforceLimit(
    ctx,
    'LIMIT_CONTACT',
    `staff invitations from ${ctx.actor.userId}`,
    'You’ve sent too many invitations today. Please try again tomorrow.',
    { hits: 30, seconds: (24 * HOUR) / 1000 },
  );
  const now = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const currentRole = await sql.findRole(trx, email);
    if (currentRole && isStaff(currentRole))
      throw conflict(
        `This person is already ${describeRole(currentRole)}. Change their role instead.`,
        'already_staff',
      );
    const token = randomBytes(24).toString('base64url');
    const id = await sql.upsertInvitation(trx, {
      email,
      role,
      tokenHash: hashToken(token),
      invitedBy: ctx.actor.userId,
      invitedAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * 24 * HOUR),
    });
    await emailStaffInvitation(trx, ctx, { email, inviter: ctx.actor.name, role, days: INVITATION_DAYS, token });
    await audit(trx, ctx.actor, {
      at: now,
      action: 'staff.invited',
      subject: 'staff invitation',
      subjectId: id,
      note: email,
      after: { role },
    });
    return listStaff(trx, now);
  });
}

export async function withdrawInvitation(ctx: Ctx<Actor>, id: number) {
  const at = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const deleted = await sql.deleteInvitation(trx, id);
    if (!deleted) throw notFound('This invitation was already accepted or withdrawn.');
    await audit(trx, ctx.actor, {
      at,
      action: 'staff.invitation_withdrawn',
      subject: 'staff invitation',
      subjectId: id,
      note: deleted.email,
      before: { role: deleted.role },
    });
    return listStaff(trx, at);
  });
}

export async function viewInvitation(ctx: Ctx, token: string) {
  const invitation = await sql.findInvitation(ctx.db, hashToken(token));
  if (!invitation || invitation.expiresAt <= ctx.clock.now()) throw expired();
  const hasAccount = (await sql.findRole(ctx.db, invitation.email)) !== undefined;
  return { ...invitation, email: maskEmail(invitation.email), hasAccount };
}

/** Creates the account of an invited person. The emailed token verifies its address, so no other email is sent. */
export async function joinStaff(
  { token, name, password }: z.output<(typeof contract.joinStaff)['body']>,
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  await enforceLimit(
    ctx,
    'LIMIT_REGISTER',
    ctx.network,
    'Several accounts were created from your network. Please try again in an hour.',
  );
  const at = ctx.clock.now();
  const found = await sql.findInvitation(ctx.db, hashToken(token));
  if (!found || found.expiresAt <= at) throw expired();
  checkNewPassword(password, found);
  const hash = await hashPassword(password, ctx);
  const user = await ctx.db.transaction(async (trx) => {
    const invitation = await sql.lockInvitation(trx, hashToken(token));
    if (!invitation || invitation.expiresAt <= at) throw expired();
    const { email, role } = invitation;
    const newUser = await createUser(trx, { name, email, password: hash, role, createdAt: at, emailVerifiedAt: at });
    if (!newUser) throw emailTaken();
    await recordJoining(trx, { userId: newUser.id, name, email }, { invitation, before: null, at });
    await sql.deleteInvitation(trx, invitation.id);
    return newUser;
  });
  return await openSession(ctx, user, 'web', stream, { isJoining: true });
}

const recordJoining = (
  trx: Knex,
  actor: NonNullable<AuditActor>,
  { invitation, before, at }: { invitation: sql.InvitationRow; before: Role | null; at: Date },
): Promise<void> =>
  audit(trx, actor, {
    at,
    action: 'staff.joined',
    subject: 'user',
    subjectId: actor.userId,
    note: invitation.invitedBy && `Invited by ${invitation.invitedBy}`,
    before: before && { role: before },
    after: { role: invitation.role },
  });

/**
 * Only the account with the invited email address can accept an invitation. The token came by email, so accepting it
 * verifies the address.
 */
export async function acceptInvitation(ctx: Ctx<Actor>, token: string): Promise<void> {
  const { userId, sessionId, email } = ctx.actor;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (trx) => {
    const invitation = await sql.lockInvitation(trx, hashToken(token));
    if (!invitation || invitation.expiresAt <= at) throw expired();
    if (invitation.email !== email)
      throw new Refusal(
        403,
        'other_address',
        `This invitation was sent to ${maskEmail(invitation.email)}. Please log in with that address.`,
      );
    await markVerified(trx, userId, email, at);
    const user = (await lockUser(trx, userId))!;
    // Someone may have become staff another way since; an invitation never takes rights away.
    if (!isStaff(user.role)) {
      await updateRole(trx, userId, invitation.role);
      await sql.limitSessions(trx, userId, sessionId, new Date(at.getTime() + STAFF_SESSION_MS));
      await recordJoining(trx, ctx.actor, { invitation, before: user.role, at });
    }
    await sql.deleteInvitation(trx, invitation.id);
  });
}
