import type { Knex } from 'knex';
import { isOpenTransfer } from '#contract/listings/transfers.ts';
import { audit } from '#server/audit/audit.ts';
import {
  checkTransferInvoice,
  endTransferInvoice,
  enqueueTransferFee,
  findPaidInvoices,
  type TransferInvoice,
} from '#server/billing/billing.ts';
import type { Deps } from '#server/base/http/context.ts';
import { endChecks, openNewOwnerCheck } from '../checks/checks.ts';
import { changeListing, lockListing } from '../history.ts';
import { releaseManagers } from '../owner/managers.ts';
import * as sql from './queries-transfers.ts';
import { emailCanceled, emailExpired, emailTransferred, type TransferFee } from './transfer-emails.ts';

const DAY = 86_400_000;

const feeNotes: Readonly<Record<TransferFee, string>> = {
  paid: 'with the fee paid',
  'on the next invoice': 'with the fee on the next invoice',
  none: 'without a fee',
};
const ADDRESS_DAYS = 30;

/** Takes both locks, the listing's first. Null if there is no such transfer. */
export async function lockBoth(trx: Knex, id: number) {
  const dentistId = (await sql.findView(trx, id))?.dentistId;
  if (dentistId === undefined) return null;
  const listing = await lockListing(trx, dentistId);
  const transfer = await sql.lockTransfer(trx, id);
  return transfer && { listing, transfer };
}

/**
 * Changes the owner, in the caller's transaction. False if the listing can no longer change hands: it was deleted, it has another
 * owner, or the recipient deleted their account.
 */
export async function completeTransfer(
  trx: Knex,
  deps: Deps,
  id: number,
  recipient: sql.Recipient,
  fee: TransferFee,
): Promise<boolean> {
  const locked = await lockBoth(trx, id);
  if (!locked?.listing || !isOpenTransfer(locked.transfer.status)) return false;
  const { listing, transfer } = locked;
  if (listing.userId === null || listing.userId !== transfer.fromUserId) return false;
  const at = deps.clock.now();
  const view = (await sql.findView(trx, id))!;
  const values = { ...(await endChecks(trx, listing, at, { keepChanges: true })), userId: recipient.userId };
  await changeListing(trx, listing.id, values, { kind: 'owner', userId: recipient.userId }, at, listing);
  await releaseManagers(trx, listing.id);
  await sql.updateTransfer(trx, id, { status: 'done', toUserId: recipient.userId, acceptedAt: at, closedAt: at });
  const name = String(listing.name);
  if (fee === 'on the next invoice')
    await enqueueTransferFee(trx, { userId: recipient.userId, listing: name, reference: `transfer-${id}` });
  await audit(trx, recipient, {
    at,
    action: 'listing.transferred',
    subject: 'listing',
    subjectId: listing.id,
    note: `${name}, from ${view.fromName ?? 'a deleted account'} to ${recipient.name}, ${feeNotes[fee]}`,
    before: { userId: transfer.fromUserId },
    after: { userId: recipient.userId },
  });
  await openNewOwnerCheck(trx, deps, { id: listing.id, userId: recipient.userId });
  await emailTransferred(trx, deps, view, recipient, fee);
  return true;
}

/**
 * Brings a transfer up to date: completes it once its fee is paid, ends it when its time is over or the listing has another
 * owner, and then voids or refunds the fee. Payment wins over a deadline that passed while the bank was asked. Safe to repeat.
 */
export async function settleTransfer(deps: Deps, id: number): Promise<TransferInvoice | null> {
  const before = await sql.findView(deps.db, id);
  if (!before) return null;
  const invoice =
    before.status === 'paying' && before.invoiceId ? await checkTransferInvoice(deps, before.invoiceId) : null;
  if (isOpenTransfer(before.status)) await deps.db.transaction((trx) => decide(trx, deps, before, invoice));
  const after = await sql.findView(deps.db, id);
  if (after?.invoiceId && after.invoiceEndedAt === null && !isOpenTransfer(after.status) && after.status !== 'done') {
    await endTransferInvoice(deps, after.invoiceId);
    await sql.updateTransfer(deps.db, id, { invoiceEndedAt: deps.clock.now() });
  }
  return invoice;
}

async function decide(
  trx: Knex,
  deps: Deps,
  { id, toUserId }: sql.TransferView,
  invoice: TransferInvoice | null,
): Promise<void> {
  const recipient = toUserId === null ? null : await sql.findRecipient(trx, toUserId);
  if (invoice?.isPaid && recipient && (await completeTransfer(trx, deps, id, recipient, 'paid'))) return;
  const locked = await lockBoth(trx, id);
  if (!locked || !isOpenTransfer(locked.transfer.status)) return;
  const at = deps.clock.now();
  const view = (await sql.findView(trx, id))!;
  if (!view.isOffered || invoice?.isPaid) {
    await sql.updateTransfer(trx, id, { status: 'canceled', closedAt: at });
    await emailCanceled(trx, deps, view);
  } else if (locked.transfer.expiresAt <= at) {
    await sql.updateTransfer(trx, id, { status: 'expired', closedAt: at });
    await emailExpired(trx, deps, view);
  }
}

/** Settles transfers that no browser finished: paid ones that a webhook reported, and expired offers with their open invoices. */
export async function settleTransfers(deps: Deps): Promise<void> {
  const due = await sql.findDueTransfers(deps.db, deps.clock.now());
  const paid = new Set(
    await findPaidInvoices(
      deps.db,
      due.flatMap(({ invoiceId }) => invoiceId ?? []),
    ),
  );
  for (const { id, invoiceId, isDue } of due)
    if (isDue || (invoiceId !== null && paid.has(invoiceId)))
      await settleTransfer(deps, id).catch((error: unknown) =>
        deps.log.error({ err: error, transfer: id }, 'could not settle a transfer'),
      );
  await sql.forgetAddresses(deps.db, new Date(deps.clock.now().getTime() - ADDRESS_DAYS * DAY));
}
