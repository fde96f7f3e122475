import type { z } from 'zod';
import type { answerClaim, ClaimForm, ownClaim } from '#contract/claims.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { lockListing } from '#server/listings/history.ts';
import { keepAttachments, readAttachments } from './attachments.ts';
import { reviewDue } from './business-days.ts';
import { ownClaimById } from './dossiers.ts';
import { mailStaff, mailSubmitted } from './mails.ts';
import { addEvent, claimViews, insertClaim, lockClaim, updateClaim, type ClaimRow } from './queries.ts';

export {
  approveClaim,
  askForEvidence,
  rejectClaim,
  reopenRejected,
  reverseApproval,
  type Decision,
} from './decisions.ts';
export { claimDossierById, claimDossiers, claimsOf } from './dossiers.ts';

type OwnClaim = z.input<typeof ownClaim>;
const filled = (value: string | null | undefined): string | null => value?.trim() || null;

/** One pending claim per person and listing; several people may compete. */
export async function submit(ctx: Ctx<Actor>, dentistId: number, form: ClaimForm): Promise<OwnClaim> {
  const attachments = await readAttachments(form);
  const at = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, dentistId);
    if (!listing) throw notFound('We could not find this listing.');
    if (listing.userId === ctx.actor.userId) throw conflict('You already manage this practice.', 'already_claimed');
    if (listing.userId !== null) throw conflict('This practice has already been claimed.', 'already_claimed');
    const id = await insertClaim(trx, {
      dentistId,
      userId: ctx.actor.userId,
      requestorName: form.requestorName,
      requestorEmail: form.requestorEmail,
      requestorPhone: form.requestorPhone,
      relationshipToPractice: form.relationshipToPractice,
      yearsAtPractice: filled(form.yearsAtPractice),
      licenseNumber: filled(form.licenseNumber),
      npi: filled(form.npi),
      verificationDocument: attachments.find(({ kind }) => kind === 'document')?.name ?? null,
      additionalInfo: filled(form.additionalInfo),
      submittedAt: at,
      dueAt: reviewDue(at),
    });
    if (id === null) throw conflict('You already have a pending claim request for this practice.', 'already_pending');
    await keepAttachments(trx, id, attachments, at);
    await addEvent(trx, { claimId: id, at, kind: 'submitted', actorId: ctx.actor.userId, note: null });
    await mailSubmitted(trx, ctx, (await claimViews(trx, [id]))[0]!);
    return ownClaimById(trx, ctx, id);
  });
}

/** The caller's own claim while it waits. Whose it is not, for them it does not exist. */
async function ownPending(trx: Parameters<typeof lockClaim>[0], ctx: Ctx<Actor>, id: number): Promise<ClaimRow> {
  const claim = await lockClaim(trx, id);
  if (!claim || claim.userId !== ctx.actor.userId) throw notFound('We could not find this claim request.');
  if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
  return claim;
}

export async function answer(
  ctx: Ctx<Actor>,
  id: number,
  given: z.output<(typeof answerClaim)['body']>,
): Promise<OwnClaim> {
  const attachments = await readAttachments(given);
  if (given.message === '' && attachments.length === 0)
    throw badRequest('Please write an answer or add a document.', {
      message: 'Please write an answer or add a document.',
    });
  return ctx.db.transaction(async (trx) => {
    await ownPending(trx, ctx, id);
    const at = ctx.clock.now();
    await keepAttachments(trx, id, attachments, at);
    const named = attachments.find(({ kind }) => kind === 'document')?.name;
    await updateClaim(trx, id, { evidenceAnsweredAt: at, ...(named ? { verificationDocument: named } : {}) });
    await addEvent(trx, {
      claimId: id,
      at,
      kind: 'answered',
      actorId: ctx.actor.userId,
      note: [given.message, named && `(${named})`].filter(Boolean).join(' '),
    });
    const seen = (await claimViews(trx, [id]))[0]!;
    await mailStaff(trx, ctx, seen, 'A claimant answered', [given.message || 'A document was added.']);
    return ownClaimById(trx, ctx, id);
  });
}

export async function withdraw(ctx: Ctx<Actor>, id: number): Promise<OwnClaim> {
  return ctx.db.transaction(async (trx) => {
    await ownPending(trx, ctx, id);
    const at = ctx.clock.now();
    await updateClaim(trx, id, { status: 'withdrawn' });
    await addEvent(trx, { claimId: id, at, kind: 'withdrawn', actorId: ctx.actor.userId, note: null });
    return ownClaimById(trx, ctx, id);
  });
}
