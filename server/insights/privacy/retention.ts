import { retention } from '#shared/policies/retention.ts';
import type { Deps } from '#server/base/http/context.ts';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { deleteOldEmails } from '#server/base/email/outbox.ts';
import { audit } from '#server/audit/audit.ts';
import { emailDeletionWarning } from '../emails.ts';
import * as sql from './queries-retention.ts';

/** Days between the warning email and the deletion of an account. */
const WARN_DAYS = 30;
const DAY = 86_400_000;

/** Applies the retention periods of the privacy policy. A second run changes nothing. */
export async function applyRetention(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const analytics = await sql.anonymizeAnalytics(deps.db, now);
  const transactions = await sql.deleteOldTransactions(deps.db, now);
  const messages = await sql.deleteOldMessages(deps.db, now);
  const mails = await deleteOldEmails(deps.config.DATA_DIR, messageLimit(now));
  await sql.updateLastActive(deps.db);
  const warned = await repeatWhileTrue(() => warnNextAccount(deps, now));
  const erased = await repeatWhileTrue(() => eraseNextAccount(deps, now));
  deps.log.info({ analytics, transactions, messages, mails, warned, erased }, 'retention');
}

function messageLimit(now: Date): Date {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - retention.messageYears);
  return limit;
}

async function repeatWhileTrue(step: () => Promise<boolean>): Promise<number> {
  let count = 0;
  while (await step()) count += 1;
  return count;
}

/** An account is deleted 3 years after its last use, but at least 30 days after this email. */
const warnNextAccount = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const account = await sql.findNextToWarn(trx, now, WARN_DAYS);
    if (!account) return false;
    const limit = new Date(account.lastActiveAt);
    limit.setUTCFullYear(limit.getUTCFullYear() + retention.accountYears);
    const deletesAt = new Date(Math.max(limit.getTime(), now.getTime() + WARN_DAYS * DAY));
    await sql.markWarned(trx, account.userId, now);
    await emailDeletionWarning(trx, deps, account, { lastActiveAt: account.lastActiveAt, deletesAt });
    return true;
  });

const eraseNextAccount = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const due = await sql.findNextToErase(trx, now, WARN_DAYS);
    if (!due) return false;
    await eraseAccount(trx, deps.secret, due.userId, now);
    await audit(trx, null, {
      at: now,
      action: 'account.expired',
      subject: 'user',
      subjectId: due.userId,
      note: 'No login for three years; an email warned at least 30 days before.',
    });
    return true;
  });
