import type { Deps } from '#server/http/context.ts';
import { eraseAccount } from '#server/accounts/account.ts';
import { enqueueMail } from '#server/mail.ts';
import { sweepOutbox } from '#server/outbox.ts';
import { audit } from '#server/audit/audit.ts';
import * as sql from './queries-retention.ts';

/** Between the mail that warns and the end of an account. */
const WARN_DAYS = 30;
const DAY = 86_400_000;
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

/**
 * Keeps what the privacy page promises: accounts until they are deleted or 3 years of inactivity, transactions 7 years,
 * messages 2 years, analytics anonymised after 2 years. Running it again changes nothing.
 */
export async function applyRetention(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const analytics = await sql.anonymizeAnalytics(deps.db, now);
  const transactions = await sql.deleteOldTransactions(deps.db, now);
  const messages = await sql.deleteOldMessages(deps.db, now);
  const mails = await sweepOutbox(deps.config.DATA_DIR, twoYearsBefore(now));
  await sql.updateLastActive(deps.db);
  const warned = await repeatWhileTrue(() => warnNextAccount(deps, now));
  const erased = await repeatWhileTrue(() => eraseNextAccount(deps, now));
  deps.log.info({ analytics, transactions, messages, mails, warned, erased }, 'retention');
}

function twoYearsBefore(now: Date): Date {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - 2);
  return limit;
}

async function repeatWhileTrue(one: () => Promise<boolean>): Promise<number> {
  let count = 0;
  while (await one()) count += 1;
  return count;
}

/** The account goes 3 years after its last use, but never sooner than 30 days after this mail. */
const warnNextAccount = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const quiet = await sql.findNextToWarn(trx, now, WARN_DAYS);
    if (!quiet) return false;
    const limit = new Date(quiet.lastActiveAt);
    limit.setUTCFullYear(limit.getUTCFullYear() + 3);
    const until = new Date(Math.max(limit.getTime(), now.getTime() + WARN_DAYS * DAY));
    await sql.markWarned(trx, quiet.userId, now);
    await enqueueMail(trx, deps, {
      to: quiet.email,
      subject: 'Your Enamel account will be removed',
      text: [
        `Hello ${quiet.name},`,
        `You have not used your account since ${longDate.format(quiet.lastActiveAt)}. As our privacy policy says, accounts are removed after 3 years without use: yours on ${longDate.format(until)}.`,
        'To keep it, sign in once before that day. Listings stay in the directory either way.',
      ],
      action: { label: 'Sign in', url: `${deps.config.PUBLIC_URL}/auth` },
      replyTo: deps.config.SUPPORT_EMAIL,
    });
    return true;
  });

const eraseNextAccount = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const due = await sql.findNextToErase(trx, now, WARN_DAYS);
    if (!due) return false;
    await eraseAccount(trx, due.userId, now);
    await audit(trx, null, {
      at: now,
      action: 'account.expired',
      subject: 'user',
      subjectId: due.userId,
      note: 'No sign-in for three years; a mail had warned at least 30 days before.',
    });
    return true;
  });
