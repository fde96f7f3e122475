import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Deps } from '#server/base/http/context.ts';
import { emailDispute } from './emails.ts';
import type { Buyer } from './queries.ts';
import { findDisputes, storeDispute, type NewDispute } from './queries-disputes.ts';
import { dateOf, idOf } from './stripe.ts';

/** Only a disputed charge has disputes, and Stripe lists them by charge. */
export async function fetchDisputes(stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<Stripe.Dispute[]> {
  const lists = await Promise.all(
    charges.filter(({ disputed }) => disputed).map(({ id }) => stripe.disputes.list({ charge: id, limit: 100 })),
  );
  return lists.flatMap(({ data }) => data);
}

const needsAnswer = (status: string): boolean => status === 'needs_response' || status === 'warning_needs_response';

function toStoredDispute(
  dispute: Stripe.Dispute,
  { customerId, userId, invoiceId }: Pick<NewDispute, 'customerId' | 'userId' | 'invoiceId'>,
): NewDispute {
  const { due_by: dueBy, has_evidence: hasEvidence } = dispute.evidence_details;
  return {
    id: dispute.id,
    userId,
    customerId,
    chargeId: idOf(dispute.charge)!,
    invoiceId,
    cents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dueBy && needsAnswer(dispute.status) ? dateOf(dueBy) : null,
    hasEvidence,
    // Zero, never minus zero, which differs from what is stored.
    withdrawnCents: 0 - dispute.balance_transactions.reduce((sum, { net }) => sum + net, 0),
    createdAt: dateOf(dispute.created),
  };
}

interface DisputeContext {
  customerId: string;
  user: Buyer | undefined;
  /** The invoice that a payment intent paid. */
  invoiceOf(intent: string): string | null;
}

/** Stores the disputes of a customer, each once by its id, and emails support about a new one. */
export async function writeDisputes(
  trx: Knex,
  deps: Deps,
  disputes: readonly Stripe.Dispute[],
  { customerId, user, invoiceOf }: DisputeContext,
): Promise<void> {
  if (disputes.length === 0) return;
  const stored = await findDisputes(trx, customerId);
  for (const dispute of disputes) {
    const before = stored.find(({ id }) => id === dispute.id);
    const intent = idOf(dispute.payment_intent);
    const now = toStoredDispute(dispute, {
      customerId,
      userId: before ? before.userId : (user?.id ?? null),
      invoiceId: intent && invoiceOf(intent),
    });
    await storeDispute(trx, now, deps.clock.now());
    if (!before && needsAnswer(now.status)) await emailDispute(trx, deps, now, user?.name ?? null);
  }
}
