import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { manager } from '#contract/managers.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, conflict, notFound, Refusal } from '#server/http/errors.ts';
import { enqueueEmail } from '#server/email.ts';
import { ownedForChange } from './owner.ts';
import {
  acceptManager,
  deleteManager,
  deleteManagerByUser,
  deleteManagers,
  lockInvitation,
  managersOf,
  manages,
  ownRow,
  putInvitation,
  roleIn,
} from './queries-owner.ts';

const DAYS = 14;
const MOST = 20;
const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

export { deleteManagers as releaseManagers };

async function list(db: Knex, ctx: Ctx<Actor>, id: number): Promise<z.input<typeof manager>[]> {
  const now = ctx.clock.now();
  return (await managersOf(db, id)).map((row) => ({
    ...row,
    expired: row.acceptedAt === null && (row.expiresAt === null || row.expiresAt <= now),
  }));
}

export async function managersFor(ctx: Ctx<Actor>, id: number): Promise<z.input<typeof manager>[]> {
  if (!(await roleIn(ctx.db, id, ctx.actor.userId))) throw notFound('We could not find this listing.');
  return list(ctx.db, ctx, id);
}

export async function invite(ctx: Ctx<Actor>, id: number, email: string): Promise<z.input<typeof manager>[]> {
  return ctx.db.transaction(async (trx) => {
    const listing = await ownedForChange(trx, ctx.actor, id);
    if (email === ctx.actor.email)
      throw badRequest('You own this listing already.', { email: 'You own this listing already.' });
    if ((await managersOf(trx, id)).length >= MOST)
      throw conflict(`A listing can have at most ${MOST} managers.`, 'too_many');
    const token = randomBytes(24).toString('base64url');
    const at = ctx.clock.now();
    const invited = await putInvitation(trx, {
      dentistId: id,
      email,
      tokenHash: hash(token),
      invitedBy: ctx.actor.userId,
      invitedAt: at,
      expiresAt: new Date(at.getTime() + DAYS * 86_400_000),
    });
    if (invited === null) throw conflict('This person manages the listing already.', 'already_manager');
    await enqueueEmail(trx, ctx, {
      to: email,
      subject: `Help manage ${String(listing.name)} on Enamel`.replace(/[\r\n]+/g, ' '),
      text: [
        `${ctx.actor.name} invites you to keep the listing of ${String(listing.name)} up to date: hours, services, photos and the rest.`,
        `The invitation holds for ${DAYS} days. Sign in or create an account with this e-mail address to accept it.`,
        'If you do not know what this is about, you can ignore this mail.',
      ],
      action: { label: 'Accept the invitation', url: `${ctx.config.PUBLIC_URL}/dashboard?invitation=${token}` },
    });
    return list(trx, ctx, id);
  });
}

/** An invitation is for the person it was sent to: the address must be the account's. */
export async function accept(ctx: Ctx<Actor>, token: string): Promise<{ id: number; name: string }> {
  return ctx.db.transaction(async (trx) => {
    const invitation = await lockInvitation(trx, hash(token));
    const at = ctx.clock.now();
    if (!invitation || invitation.expiresAt === null || invitation.expiresAt <= at)
      throw new Refusal(404, 'not_found', 'This invitation is no longer valid. Please ask for another one.');
    if (invitation.email !== ctx.actor.email)
      throw new Refusal(
        403,
        'other_address',
        `This invitation was sent to ${masked(invitation.email)}. Please sign in with that address.`,
      );
    const listing = await ownRow(trx, invitation.dentistId);
    if (!listing) throw notFound('This listing does not exist any more.');
    if (await manages(trx, listing.id, ctx.actor.userId))
      throw conflict('You manage this listing already.', 'already_manager');
    await acceptManager(trx, invitation.id, ctx.actor.userId, at);
    return { id: listing.id, name: listing.name };
  });
}
const masked = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');

export async function remove(ctx: Ctx<Actor>, id: number, managerId: number): Promise<z.input<typeof manager>[]> {
  return ctx.db.transaction(async (trx) => {
    await ownedForChange(trx, ctx.actor, id);
    if (!(await deleteManager(trx, id, managerId))) throw notFound('We could not find this manager.');
    return list(trx, ctx, id);
  });
}

export async function leave(ctx: Ctx<Actor>, id: number): Promise<void> {
  if (!(await deleteManagerByUser(ctx.db, id, ctx.actor.userId))) throw notFound('We could not find this listing.');
}
