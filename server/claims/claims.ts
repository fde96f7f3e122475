import type { Knex } from 'knex';
import type { z } from 'zod';
import type { answerClaim as answerClaimContract, ClaimForm, ownClaim } from '#contract/claims/claims.ts';
import { reviewDue } from '#server/base/business-days.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { lockListing } from '#server/listings/history.ts';
import { saveAttachments, parseAttachments, type Attachment } from './attachments.ts';
import { getOwnClaim } from './review/dossiers.ts';
import { emailAnswer, emailClaimReceived } from './emails.ts';
import { addEvent, selectClaimViews, insertClaim, lockClaim, updateClaim, type ClaimRow } from './queries.ts';
import { hasPendingClaim } from './queries-rivals.ts';
import { deleteStartedClaim } from './queries-started-claims.ts';

type OwnClaim = z.input<typeof ownClaim>;
const trimToNull = (value: string | null | undefined): string | null => value?.trim() || null;

export const alreadyPending = () =>
  conflict('You already have a pending claim request for this practice.', 'already_pending');

/** A person can have one pending claim per listing. Several people can claim the same listing. */
export async function submitClaim(ctx: Ctx<Actor>, dentistId: number, form: ClaimForm): Promise<OwnClaim> {
  const attachments = await parseAttachments(form);
  const at = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, dentistId);
    if (!listing) throw notFound("We couldn't find this listing.");
    if (listing.userId === ctx.actor.userId) throw conflict('You already manage this practice.', 'already_claimed');
    if (listing.userId !== null) throw conflict('This practice has already been claimed.', 'already_claimed');
    if (await hasPendingClaim(trx, dentistId, ctx.actor.userId)) throw alreadyPending();
    const id = await insertClaim(trx, {
      dentistId,
      userId: ctx.actor.userId,
      requestorName: form.requestorName,
      requestorEmail: form.requestorEmail,
      requestorPhone: form.requestorPhone,
      relationshipToPractice: form.relationshipToPractice,
      yearsAtPractice: trimToNull(form.yearsAtPractice),
      licenseNumber: trimToNull(form.licenseNumber),
      npi: trimToNull(form.npi),
      verificationDocument: attachments.find(({ kind }) => kind === 'document')?.name ?? null,
      additionalInfo: trimToNull(form.additionalInfo),
      submittedAt: at,
      dueAt: reviewDue(at),
    });
    if (id === null) throw alreadyPending();
    await deleteStartedClaim(trx, ctx.actor.userId, dentistId);
    return finishClaim(trx, ctx, { id, attachments, at });
  });
}

/** Stores the files of a new claim, and emails the claimant and staff. */
export async function finishClaim(
  trx: Knex,
  ctx: Ctx<Actor>,
  { id, attachments, at }: { id: number; attachments: Attachment[]; at: Date },
): Promise<OwnClaim> {
  await saveAttachments(trx, id, attachments, at);
  await addEvent(trx, { claimId: id, at, kind: 'submitted', actorId: ctx.actor.userId, note: null });
  await emailClaimReceived(trx, ctx, (await selectClaimViews(trx, [id]))[0]!);
  return getOwnClaim(trx, ctx, id);
}

/** Locks the caller's own pending claim. Responds 404 for another person's claim, so that ids reveal nothing. */
async function lockOwnPendingClaim(
  trx: Parameters<typeof lockClaim>[0],
  ctx: Ctx<Actor>,
  id: number,
): Promise<ClaimRow> {
  const claim = await lockClaim(trx, id);
  if (!claim || claim.userId !== ctx.actor.userId) throw notFound("We couldn't find this claim request.");
  if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
  return claim;
}

export async function answerClaim(
  ctx: Ctx<Actor>,
  id: number,
  answer: z.output<(typeof answerClaimContract)['body']>,
): Promise<OwnClaim> {
  const attachments = await parseAttachments(answer);
  if (answer.message === '' && attachments.length === 0)
    throw badRequest('Please write an answer or add a document.', {
      message: 'Please write an answer or add a document.',
    });
  return ctx.db.transaction(async (trx) => {
    await lockOwnPendingClaim(trx, ctx, id);
    const at = ctx.clock.now();
    await saveAttachments(trx, id, attachments, at);
    const documentName = attachments.find(({ kind }) => kind === 'document')?.name;
    await updateClaim(trx, id, {
      evidenceAnsweredAt: at,
      ...(documentName ? { verificationDocument: documentName } : {}),
    });
    await addEvent(trx, {
      claimId: id,
      at,
      kind: 'answered',
      actorId: ctx.actor.userId,
      note: [answer.message, documentName && `(${documentName})`].filter(Boolean).join(' '),
    });
    const view = (await selectClaimViews(trx, [id]))[0]!;
    await emailAnswer(trx, ctx, view, answer.message);
    return getOwnClaim(trx, ctx, id);
  });
}

export async function withdrawClaim(ctx: Ctx<Actor>, id: number): Promise<OwnClaim> {
  return ctx.db.transaction(async (trx) => {
    const { kind } = await lockOwnPendingClaim(trx, ctx, id);
    if (kind !== 'claim') throw conflict("A check of your listing can't be withdrawn.", 'not_withdrawable');
    const at = ctx.clock.now();
    await updateClaim(trx, id, { status: 'withdrawn' });
    await addEvent(trx, { claimId: id, at, kind: 'withdrawn', actorId: ctx.actor.userId, note: null });
    return getOwnClaim(trx, ctx, id);
  });
}
