import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { relationships, type claimLetter } from '#contract/claims/claims.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { emailLetterSent } from '../emails.ts';
import {
  addEvent,
  selectClaimViews,
  deleteLetter,
  lockClaim,
  lockLetter,
  saveLetter,
  updateTriesLeft,
  updateClaim,
} from '../queries.ts';

const MAX_ATTEMPTS = 5;
const VALID_DAYS = 60;

const hashPin = (deps: Pick<Deps, 'secret'>, claimId: number, pin: string): Buffer =>
  createHmac('sha256', deps.secret.key('claim-pin')).update(`${claimId}:${pin}`).digest();

/** Creates the letter to print. Only the hash of its PIN is stored, so printing again creates a new PIN. */
export async function createLetter(ctx: Ctx<Actor>, claimId: number): Promise<z.input<typeof claimLetter>> {
  return ctx.db.transaction(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (!claim) throw notFound("We couldn't find this claim request.");
    if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
    if (claim.pinConfirmedAt) throw conflict('The PIN of this claim has already been confirmed.', 'already_confirmed');
    const view = (await selectClaimViews(trx, [claimId]))[0]!;
    if (!view.address || !view.city || !view.state)
      throw conflict('This listing needs a complete address before you can print a letter.', 'no_address');
    const at = ctx.clock.now();
    const expiresAt = new Date(at.getTime() + VALID_DAYS * 86_400_000);
    const pin = String(randomInt(10 ** 8)).padStart(8, '0');
    await saveLetter(trx, {
      claimId,
      pinHash: hashPin(ctx, claimId, pin),
      triesLeft: MAX_ATTEMPTS,
      printedAt: at,
      printedBy: ctx.actor.userId,
      expiresAt,
    });
    await addEvent(trx, { claimId, at, kind: 'letter_sent', actorId: ctx.actor.userId, note: null });
    await emailLetterSent(trx, ctx, view);
    return {
      claimId,
      pin: `${pin.slice(0, 4)} ${pin.slice(4)}`,
      practice: {
        name: view.practiceName ?? view.dentistName,
        lines: [
          ...(view.practiceName ? [view.dentistName] : []),
          view.address,
          `${view.city}, ${view.state} ${view.zipCode ?? ''}`.trim(),
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
      supportEmail: ctx.settings.current.supportEmail,
      supportPhone: ctx.settings.current.supportPhone,
    };
  });
}

/** Returns the refusal from the transaction instead of throwing it, so that a failed attempt is committed. */
export async function confirmPin(ctx: Ctx<Actor>, claimId: number, typed: string): Promise<void> {
  const pin = typed.replace(/[\s-]/g, '');
  const refusal = await ctx.db.transaction(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (!claim || claim.userId !== ctx.actor.userId) return notFound("We couldn't find this claim request.");
    if (claim.status !== 'pending') return conflict('This claim request has already been decided.', 'already_decided');
    if (claim.pinConfirmedAt) return conflict('The PIN of this claim has already been confirmed.', 'already_confirmed');
    const letter = await lockLetter(trx, claimId);
    if (!letter) return conflict("We haven't sent a letter for this claim yet.", 'no_letter');
    const at = ctx.clock.now();
    if (letter.expiresAt <= at)
      return conflict('This PIN has expired. Please ask us for another letter.', 'pin_expired');
    if (letter.triesLeft <= 0)
      return conflict('The PIN was entered incorrectly five times. Please ask us for another letter.', 'pin_locked');
    if (!/^\d{8}$/.test(pin)) return badRequest('A PIN has eight digits.', { pin: 'A PIN has eight digits.' });
    if (!timingSafeEqual(hashPin(ctx, claimId, pin), letter.pinHash)) {
      const left = letter.triesLeft - 1;
      await updateTriesLeft(trx, claimId, left);
      await addEvent(trx, { claimId, at, kind: 'pin_failed', actorId: ctx.actor.userId, note: null });
      const sentence =
        left === 0
          ? 'The PIN was entered incorrectly five times. Please ask us for another letter.'
          : `That PIN isn't right. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
      return badRequest(sentence, { pin: sentence });
    }
    await updateClaim(trx, claimId, { pinConfirmedAt: at });
    await addEvent(trx, { claimId, at, kind: 'pin_confirmed', actorId: ctx.actor.userId, note: null });
    await deleteLetter(trx, claimId);
    return null;
  });
  if (refusal) throw refusal;
}
