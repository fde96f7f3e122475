import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { isStaff } from '#contract/roles.ts';
import type * as contract from '#contract/accounts/staff.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound, Refusal } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';
import { lockUser, updateRole } from '../admin/queries-admin.ts';
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
  return { ...invitation, email: maskEmail(invitation.email) };
}

/**
 * Only the account with the invited email address can accept an invitation, and only once the address is verified: an
 * invitation can be forwarded, so its link alone does not prove that the account's owner reads this mailbox.
 */
export async function acceptInvitation(ctx: Ctx<Actor>, token: string): Promise<void> {
  const { userId, sessionId, email, emailVerified } = ctx.actor;
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
    if (!emailVerified)
      throw new Refusal(
        403,
        'email_unverified',
        'Please verify your email address first. Then open the invitation again.',
      );
    const user = (await lockUser(trx, userId))!;
    // Someone may have become staff another way since; an invitation never takes rights away.
    if (!isStaff(user.role)) {
      await updateRole(trx, userId, invitation.role);
      await sql.limitSessions(trx, userId, sessionId, new Date(at.getTime() + STAFF_SESSION_MS));
      await audit(trx, ctx.actor, {
        at,
        action: 'staff.joined',
        subject: 'user',
        subjectId: userId,
        note: invitation.invitedBy && `Invited by ${invitation.invitedBy}`,
        before: { role: user.role },
        after: { role: invitation.role },
      });
    }
    await sql.deleteInvitation(trx, invitation.id);
  });
}
