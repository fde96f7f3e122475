import type { z } from 'zod';
import type * as contract from '#contract/claims/admin-claims.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { asRefusal, badRequest, conflict, forbidden, notFound } from '#server/base/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { refundInvoice } from '#server/billing/admin/admin.ts';
import { findGuaranteedPayments } from '#server/billing/admin/guarantee.ts';
import { can } from '#shared/permissions.ts';
import {
  addStaffEvidence,
  approveClaim,
  requestEvidence,
  rejectClaim,
  reopenRejected,
  reverseApproval,
  type Decision,
} from './decisions.ts';
import { findDossier } from './dossiers.ts';

type Verdict = Omit<z.output<(typeof contract.reviewClaim)['body']>, 'inBulk' | 'refund'>;

/** Applies a decision and its audit entry in one transaction. */
async function applyVerdict(ctx: Ctx<Actor>, claimId: number, { status, reviewNotes }: Verdict): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const decision: Decision = { claimId, reviewerId: ctx.actor.userId, note: reviewNotes };
    if (status === 'approved') await approveClaim(trx, ctx, decision);
    else await rejectClaim(trx, ctx, decision);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: `claim.${status}`,
      subject: 'claim',
      subjectId: claimId,
      note: reviewNotes?.trim() || null,
      before: { status: 'pending' },
      after: { status },
    });
  });
}

async function getDossier(ctx: Ctx<Actor>, id: number) {
  const dossier = await findDossier(ctx.db, ctx, id);
  if (!dossier) throw notFound("We couldn't find this claim request.");
  return dossier;
}

/** Bulk approval is for plain cases. The reviewer opens a claim with warnings and decides on it alone. */
async function rejectBulkApproval(ctx: Ctx<Actor>, id: number): Promise<void> {
  const { warnings } = await getDossier(ctx, id);
  if (warnings.length > 0)
    throw conflict(
      `Please review this claim on its own. ${warnings.map(({ text }) => text).join(' ')}`,
      'needs_own_review',
    );
}

export async function reviewClaim(
  ctx: Ctx<Actor>,
  id: number,
  { inBulk = false, refund = false, ...verdict }: z.output<(typeof contract.reviewClaim)['body']>,
) {
  if (inBulk && verdict.status === 'approved') await rejectBulkApproval(ctx, id);
  const payment = refund ? await requireRefundable(ctx, id, verdict) : null;
  await applyVerdict(ctx, id, verdict);
  // After the decision, because another reviewer may have made a different one.
  if (payment)
    await refundInvoice(ctx, payment.userId, { ...payment, refundedCents: 0, reason: `Claim ${id} was rejected.` });
  return getDossier(ctx, id);
}

async function requireRefundable(ctx: Ctx<Actor>, id: number, { status }: Verdict) {
  if (!can(ctx.actor.role, 'billing.manage')) throw forbidden('Your role does not include refunds.');
  const { userId, kind } = await getDossier(ctx, id);
  const payment =
    status === 'rejected' && kind === 'claim' && userId !== null
      ? (await findGuaranteedPayments(ctx.db, [userId], ctx.clock.now())).get(userId)
      : undefined;
  if (!payment || userId === null)
    throw conflict('This claim has no first payment that can be refunded.', 'not_refundable');
  return { ...payment, userId };
}

export async function askClaimant(ctx: Ctx<Actor>, id: number, note: string) {
  await ctx.db.transaction(async (trx) => {
    await requestEvidence(trx, ctx, { claimId: id, reviewerId: ctx.actor.userId, note });
    await audit(trx, ctx.actor, { at: ctx.clock.now(), action: 'claim.asked', subject: 'claim', subjectId: id, note });
  });
  return getDossier(ctx, id);
}

/** Records that staff called the practice, or found the license in the records of the state board. */
export async function recordEvidence(
  ctx: Ctx<Actor>,
  id: number,
  { kind, note }: z.output<(typeof contract.recordEvidence)['body']>,
) {
  const event = kind === 'call' ? 'called' : 'license_matched';
  await ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    await addStaffEvidence(trx, { claimId: id, reviewerId: ctx.actor.userId, note }, event, at);
    await audit(trx, ctx.actor, { at, action: `claim.${event}`, subject: 'claim', subjectId: id, note });
  });
  return getDossier(ctx, id);
}

export async function reverseClaim(ctx: Ctx<Actor>, id: number, reason: string) {
  const before = await getDossier(ctx, id);
  if (before.status !== 'approved' && before.status !== 'rejected')
    throw conflict("This claim request hasn't been decided yet.", 'not_decided');
  await ctx.db.transaction(async (trx) => {
    const decision: Decision = { claimId: id, reviewerId: ctx.actor.userId, note: reason };
    if (before.status === 'approved') await reverseApproval(trx, ctx, decision);
    else await reopenRejected(trx, ctx, decision);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'claim.reversed',
      subject: 'claim',
      subjectId: id,
      note: reason,
      before: { status: before.status, reviewedBy: before.reviewedBy, reviewNotes: before.reviewNotes },
      after: { status: 'pending', reviewedBy: null, reviewNotes: null },
    });
  });
  return getDossier(ctx, id);
}

/** Decides each claim in its own transaction, so that a conflict on one does not stop the others. */
export async function reviewClaims(
  ctx: Ctx<Actor>,
  { ids, status, reviewNotes, notes }: z.output<(typeof contract.reviewMany)['body']>,
) {
  const noteFor = (id: number) => notes?.[id] ?? reviewNotes;
  if (status === 'rejected' && ids.some((id) => !noteFor(id)?.trim()))
    throw badRequest('Please give a reason for rejecting these claims.', {
      reviewNotes: 'Please give a reason for rejecting these claims.',
    });
  const results: { id: number; ok: boolean; message: string | null }[] = [];
  for (const id of new Set(ids)) {
    try {
      if (status === 'approved') await rejectBulkApproval(ctx, id);
      await applyVerdict(ctx, id, { status, reviewNotes: noteFor(id) });
      results.push({ id, ok: true, message: null });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      results.push({ id, ok: false, message: refusal.message });
    }
  }
  return results;
}
