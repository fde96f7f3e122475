import { optionalText, paramGroup, requireText } from './params.ts';
import { StripeError } from './stripe-error.ts';
import type { Charge, Dispute } from './objects.ts';
import { operation, toPage, type Call, type Operation } from './operation.ts';
import { newId, newObject, type Store } from './store.ts';

const DAY = 86_400;
const FEE = 1_500;

/** Withdraws the amount and a fee, as Stripe does when a bank reports a dispute. */
export async function openDispute(store: Store, charge: Charge, reason: string): Promise<void> {
  const dispute: Dispute = {
    ...newObject(store, 'du', 'dispute'),
    amount: charge.amount,
    charge: charge.id,
    currency: 'usd',
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
    _customer: charge.customer,
    _dueBy: store.now + 9 * DAY,
    _evidence: null,
    _transactions: [{ id: newId('txn'), amount: -charge.amount, fee: FEE, created: store.now }],
  };
  charge.disputed = true;
  await store.put(charge);
  await store.put(dispute);
  await store.emit('charge.dispute.created', dispute);
  await store.emit('charge.dispute.funds_withdrawn', dispute);
}

async function closeDispute(store: Store, dispute: Dispute, status: 'won' | 'lost'): Promise<void> {
  dispute.status = status;
  if (status === 'won')
    dispute._transactions.push({ id: newId('txn'), amount: dispute.amount, fee: 0, created: store.now });
  await store.put(dispute);
  await store.emit('charge.dispute.updated', dispute);
  if (status === 'won') await store.emit('charge.dispute.funds_reinstated', dispute);
  await store.emit('charge.dispute.closed', dispute);
}

function requireOpen(dispute: Dispute): void {
  if (dispute.status !== 'needs_response')
    throw new StripeError(400, { message: 'This dispute is already closed.', code: 'dispute_closed' });
}

/** As at Stripe, the words winning_evidence and losing_evidence decide a test dispute at once. */
async function answerDispute({ store, id, params }: Call): Promise<Dispute> {
  const dispute = await store.get('dispute', id);
  requireOpen(dispute);
  dispute._evidence = optionalText(paramGroup(params, 'evidence'), 'uncategorized_text') ?? dispute._evidence;
  if (optionalText(params, 'submit') === 'false') await store.put(dispute);
  else if (dispute._evidence === 'winning_evidence') await closeDispute(store, dispute, 'won');
  else if (dispute._evidence === 'losing_evidence') await closeDispute(store, dispute, 'lost');
  else {
    dispute.status = 'under_review';
    await store.put(dispute);
    await store.emit('charge.dispute.updated', dispute);
  }
  return dispute;
}

export const disputeOperations: Operation[] = [
  operation('GET', 'disputes', async ({ store, params }) => {
    const charge = requireText(params, 'charge');
    const disputes = (await store.all('dispute')).filter((dispute) => dispute.charge === charge);
    return toPage('/v1/disputes', disputes, params);
  }),
  operation('GET', 'disputes/:id', ({ store, id }) => store.get('dispute', id)),
  operation('POST', 'disputes/:id', answerDispute),
  operation('POST', 'disputes/:id/close', async ({ store, id }) => {
    const dispute = await store.get('dispute', id);
    requireOpen(dispute);
    await closeDispute(store, dispute, 'lost');
    return dispute;
  }),
];
