import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { relationships, type claimLetter } from '#contract/claims.ts';
import type { Actor, Ctx, Deps } from '#server/http/context.ts';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { mailLetter } from './mails.ts';
import {
  addEvent,
  claimViews,
  dropLetter,
  lockClaim,
  lockLetter,
  putLetter,
  setTries,
  updateClaim,
} from './queries.ts';

const TRIES = 5;
const DAYS = 60;

const hashPin = (deps: Pick<Deps, 'secret'>, claimId: number, pin: string): Buffer =>
  createHmac('sha256', deps.secret.key('claim-pin')).update(`${claimId}:${pin}`).digest();

/** A page for the post. The PIN is on it and nowhere else; printing again makes another one. */
export async function makeLetter(ctx: Ctx<Actor>, claimId: number): Promise<z.input<typeof claimLetter>> {
  return ctx.db.transaction(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (!claim) throw notFound('There is no such claim request.');
    if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
    if (claim.pinConfirmedAt) throw conflict('The PIN of this claim has been confirmed already.', 'already_confirmed');
    const seen = (await claimViews(trx, [claimId]))[0]!;
    if (!seen.address || !seen.city || !seen.state)
      throw conflict('This listing has no complete address to write to.', 'no_address');
    const at = ctx.clock.now();
    const expiresAt = new Date(at.getTime() + DAYS * 86_400_000);
    const pin = String(randomInt(10 ** 8)).padStart(8, '0');
    await putLetter(trx, {
      claimId,
      pinHash: hashPin(ctx, claimId, pin),
      triesLeft: TRIES,
      printedAt: at,
      printedBy: ctx.actor.userId,
      expiresAt,
    });
    await addEvent(trx, { claimId, at, kind: 'letter_sent', actorId: ctx.actor.userId, note: null });
    await mailLetter(trx, ctx, seen);
    return {
      claimId,
      pin: `${pin.slice(0, 4)} ${pin.slice(4)}`,
      practice: {
        name: seen.practiceName ?? seen.dentistName,
        lines: [
          ...(seen.practiceName ? [seen.dentistName] : []),
          seen.address,
          `${seen.city}, ${seen.state} ${seen.zipCode ?? ''}`.trim(),
        ],
      },
      claimant: {
        name: claim.requestorName,
        relationship:
          relationships.find(({ value }) => value === claim.relationshipToPractice)?.label ??
          claim.relationshipToPractice,
      },
      printedAt: at,
      expiresAt,
      url: `${ctx.config.PUBLIC_URL}/dashboard`,
      supportEmail: ctx.config.SUPPORT_EMAIL,
      supportPhone: ctx.config.SUPPORT_PHONE,
    };
  });
}

/** A wrong PIN costs a try, and that stays so whatever the answer says. */
export async function enterPin(ctx: Ctx<Actor>, claimId: number, typed: string): Promise<void> {
  const pin = typed.replace(/[\s-]/g, '');
  const refusal = await ctx.db.transaction(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (!claim || claim.userId !== ctx.actor.userId) return notFound('We could not find this claim request.');
    if (claim.status !== 'pending') return conflict('This claim request has already been decided.', 'already_decided');
    if (claim.pinConfirmedAt) return conflict('The PIN of this claim has been confirmed already.', 'already_confirmed');
    const letter = await lockLetter(trx, claimId);
    if (!letter) return conflict('No letter has been sent for this claim yet.', 'no_letter');
    const at = ctx.clock.now();
    if (letter.expiresAt <= at)
      return conflict('This PIN has expired. Please ask us for another letter.', 'pin_expired');
    if (letter.triesLeft <= 0)
      return conflict('This PIN was entered wrongly five times. Please ask us for another letter.', 'pin_locked');
    if (!/^\d{8}$/.test(pin)) return badRequest('A PIN has eight digits.', { pin: 'A PIN has eight digits.' });
    if (!timingSafeEqual(hashPin(ctx, claimId, pin), letter.pinHash)) {
      const left = letter.triesLeft - 1;
      await setTries(trx, claimId, left);
      await addEvent(trx, { claimId, at, kind: 'pin_failed', actorId: ctx.actor.userId, note: null });
      const sentence =
        left === 0
          ? 'This PIN was entered wrongly five times. Please ask us for another letter.'
          : `That is not the PIN. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
      return badRequest(sentence, { pin: sentence });
    }
    await updateClaim(trx, claimId, { pinConfirmedAt: at });
    await addEvent(trx, { claimId, at, kind: 'pin_confirmed', actorId: ctx.actor.userId, note: null });
    await dropLetter(trx, claimId);
    return null;
  });
  if (refusal) throw refusal;
}
