import type { z } from 'zod';
import type { reviewClaim, reviewMany } from '#contract/admin-claims.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { asRefusal, badRequest, conflict, notFound } from '#server/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import {
  approveClaim,
  askForEvidence,
  claimDossierById,
  rejectClaim,
  reopenRejected,
  reverseApproval,
  type Decision,
} from './claims.ts';

type Verdict = z.output<(typeof reviewClaim)['body']>;

/** One decision, whole, in one transaction: owner, rivals, history, timeline, mails and the audit entry. */
async function decide(ctx: Ctx<Actor>, claimId: number, { status, reviewNotes }: Verdict): Promise<void> {
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

async function dossier(ctx: Ctx<Actor>, id: number) {
  const found = await claimDossierById(ctx.db, ctx, id);
  if (!found) throw notFound('There is no such claim request.');
  return found;
}

export async function review(ctx: Ctx<Actor>, id: number, verdict: Verdict) {
  await decide(ctx, id, verdict);
  return dossier(ctx, id);
}

export async function ask(ctx: Ctx<Actor>, id: number, note: string) {
  await ctx.db.transaction(async (trx) => {
    await askForEvidence(trx, ctx, { claimId: id, reviewerId: ctx.actor.userId, note });
    await audit(trx, ctx.actor, { at: ctx.clock.now(), action: 'claim.asked', subject: 'claim', subjectId: id, note });
  });
  return dossier(ctx, id);
}

export async function reverse(ctx: Ctx<Actor>, id: number, reason: string) {
  const before = await dossier(ctx, id);
  if (before.status !== 'approved' && before.status !== 'rejected')
    throw conflict('This claim request is not decided.', 'not_decided');
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
  return dossier(ctx, id);
}

/** Each on its own: one that someone else has decided meanwhile does not hold up the others. */
export async function reviewEach(
  ctx: Ctx<Actor>,
  { ids, status, reviewNotes, notes }: z.output<(typeof reviewMany)['body']>,
) {
  const noteFor = (id: number) => notes?.[id] ?? reviewNotes;
  if (status === 'rejected' && ids.some((id) => !noteFor(id)?.trim()))
    throw badRequest('Please give a reason for rejecting these claims.', {
      reviewNotes: 'Please give a reason for rejecting these claims.',
    });
  const results: { id: number; ok: boolean; message: string | null }[] = [];
  for (const id of new Set(ids)) {
    try {
      await decide(ctx, id, { status, reviewNotes: noteFor(id) });
      results.push({ id, ok: true, message: null });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      results.push({ id, ok: false, message: refusal.message });
    }
  }
  return results;
}
