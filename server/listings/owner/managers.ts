import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { hasGroups } from '#shared/billing/entitlement.ts';
import type {
  acceptInvitation as acceptContract,
  manager,
  viewInvitation as viewContract,
} from '#contract/listings/managers.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, forbidden, notFound, Refusal } from '#server/base/http/errors.ts';
import { enqueueQuantity } from '#server/billing/billing.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { listingNotFound } from '../errors.ts';
import { lockOwnedListing, requireRole } from '../access/access.ts';
import { emailInvitation } from './manager-emails.ts';
import { requireActivePlan } from '../access/plan.ts';
import * as sql from '../access/queries-managers.ts';
import { findOwnRow } from './queries-owner.ts';

type Manager = z.input<typeof manager>;

export const INVITATION_DAYS = 14;
const DAY = 86_400_000;
const MAX_MANAGERS = 20;
const INVITATIONS_PER_DAY = { perAccount: 20, perAddress: 3 };
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');

/** Ends all access to a listing that its owner gave, and takes it out of its group, which then pays for one location less. */
export async function releaseManagers(trx: Knex, id: number): Promise<void> {
  const groupOwner = await sql.deleteManagers(trx, id);
  if (groupOwner !== null) await enqueueQuantity(trx, groupOwner);
}

async function listManagers(db: Knex, now: Date, id: number): Promise<Manager[]> {
  return (await sql.findManagerRows(db, id)).map((row) => ({
    ...row,
    expired: row.acceptedAt === null && (row.expiresAt === null || row.expiresAt <= now),
  }));
}

export async function findManagers({ db, actor, clock }: Ctx<Actor>, id: number): Promise<Manager[]> {
  await requireRole(db, actor, id);
  return listManagers(db, clock.now(), id);
}

/** Invitations carry the sender's words, so both the sender and the recipient have a daily limit. */
export async function limitInvitations(ctx: Ctx<Actor>, email: string): Promise<void> {
  const sentence = 'You’ve sent too many invitations today. Please try again tomorrow.';
  const { perAccount, perAddress } = INVITATIONS_PER_DAY;
  const limit = (hits: number) => ({ hits, seconds: DAY / 1000 });
  await enforceLimit(ctx, 'LIMIT_CONTACT', `invite from ${ctx.actor.userId}`, sentence, limit(perAccount));
  await enforceLimit(ctx, 'LIMIT_CONTACT', `invite to ${email}`, sentence, limit(perAddress));
}

export async function inviteManager(ctx: Ctx<Actor>, id: number, email: string): Promise<Manager[]> {
  if ((await requireRole(ctx.db, ctx.actor, id)) === 'owner') await requireActivePlan(ctx.db, id, 'Invitations are');
  await limitInvitations(ctx, email);
  return ctx.db.transaction(async (trx) => {
    const listing = await lockOwnedListing(trx, ctx.actor, id);
    if (email === ctx.actor.email)
      throw badRequest('You already own this listing.', { email: 'You already own this listing.' });
    if ((await sql.findManagerRows(trx, id)).length >= MAX_MANAGERS)
      throw conflict(`A listing can have at most ${MAX_MANAGERS} managers.`, 'too_many');
    await sendInvitation(trx, ctx, { dentistId: id }, email, (token) =>
      emailInvitation(trx, ctx, { email, inviter: ctx.actor.name, listing, days: INVITATION_DAYS, token }),
    );
    return listManagers(trx, ctx.clock.now(), id);
  });
}

/** Stores an invitation and emails its token. */
export async function sendInvitation(
  trx: Knex,
  ctx: Ctx<Actor>,
  to: sql.InvitedTo,
  email: string,
  emailToken: (token: string) => Promise<unknown>,
): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const now = ctx.clock.now();
  const id = await sql.upsertInvitation(trx, {
    ...to,
    email,
    tokenHash: hashToken(token),
    invitedBy: ctx.actor.userId,
    invitedAt: now,
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY),
  });
  if (id === null)
    throw conflict(
      to.groupId === undefined ? 'This person already manages the listing.' : 'This person is already in the group.',
      'already_manager',
    );
  await emailToken(token);
}

/** The holder of the token received the email, so this may name its address and say whether it has an account. */
export async function viewInvitation(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<z.input<(typeof viewContract)['reply']>> {
  const invitation = await sql.findInvitation(db, hashToken(token), clock.now());
  if (!invitation) throw invitationEnded();
  const { city, state, ...rest } = invitation;
  return { ...rest, place: [city, state].filter(Boolean).join(', ') };
}

const invitationEnded = () =>
  new Refusal(404, 'not_found', 'This invitation is no longer valid. Please ask for a new one.');

/** True if this token was emailed to this address, which proves that its holder reads the mailbox. */
export async function isInvited(
  db: Knex,
  { token, email, now }: { token: string; email: string; now: Date },
): Promise<boolean> {
  return (await sql.findInvitation(db, hashToken(token), now))?.email === email;
}

/**
 * Only the account with the invited email address can accept an invitation. The token came by email, so accepting it
 * verifies the address.
 */
export async function acceptInvitation(
  ctx: Ctx<Actor>,
  token: string,
): Promise<z.input<(typeof acceptContract)['reply']>> {
  return ctx.db.transaction(async (trx) => {
    const invitation = await sql.lockInvitation(trx, hashToken(token));
    const now = ctx.clock.now();
    if (!invitation || invitation.expiresAt === null || invitation.expiresAt <= now) throw invitationEnded();
    if (invitation.email !== ctx.actor.email)
      throw new Refusal(
        403,
        'other_address',
        `This invitation was sent to ${maskEmail(invitation.email)}. Please log in with that address.`,
      );
    await sql.verifyAddress(trx, ctx.actor.userId, invitation.email, now);
    const { dentistId, groupId } = invitation;
    const accepted = groupId === null ? await openListing(trx, dentistId!) : await openGroup(trx, ctx.actor, groupId);
    if (await sql.isManager(trx, { dentistId, groupId }, ctx.actor.userId))
      throw conflict(
        groupId === null ? 'You already manage this listing.' : 'You’re already in this group.',
        'already_manager',
      );
    await sql.acceptManager(trx, invitation.id, ctx.actor.userId, now);
    return { ...accepted, isGroup: groupId !== null };
  });
}

async function openListing(trx: Knex, dentistId: number) {
  const listing = await findOwnRow(trx, dentistId);
  if (!listing) throw notFound('This listing no longer exists.');
  await requireActivePlan(trx, listing.id, 'Invitations to this listing are');
  return { id: listing.id, name: listing.name };
}

async function openGroup(trx: Knex, actor: Actor, groupId: number) {
  const { id, name, ownerId, takesPayments, ...plan } = await sql.findInvitedGroup(trx, groupId);
  if (ownerId === actor.userId) throw conflict('You already own this group.', 'already_manager');
  if (!hasGroups(plan, takesPayments))
    throw forbidden('Invitations to this group are paused because its plan has ended.', 'subscription_required');
  return { id, name };
}

export async function removeManager(ctx: Ctx<Actor>, id: number, managerId: number): Promise<Manager[]> {
  return ctx.db.transaction(async (trx) => {
    await lockOwnedListing(trx, ctx.actor, id);
    if (!(await sql.deleteManager(trx, id, managerId))) throw notFound('We could not find this manager.');
    return listManagers(trx, ctx.clock.now(), id);
  });
}

export async function leaveListing({ db, actor }: Ctx<Actor>, id: number): Promise<void> {
  if (!(await sql.deleteManagerByUser(db, id, actor.userId))) throw listingNotFound();
}
