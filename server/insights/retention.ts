import type { Deps } from '#server/http/context.ts';
import { eraseAccount } from '#server/accounts/account.ts';
import { enqueueEmail } from '#server/email.ts';
import { deleteOldEmails } from '#server/outbox.ts';
import { audit } from '#server/audit/audit.ts';
import * as sql from './queries-retention.ts';

/** Between the mail that warns and the end of an account. */
const WARN_DAYS = 30;
const DAY = 86_400_000;
const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

/**
 * Keeps what the privacy page promises: accounts until they are deleted or 3 years of inactivity, transactions 7 years,
 * messages 2 years, analytics anonymised after 2 years. Running it again changes nothing.
 */
export async function keepPromises(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const analytics = await sql.anonymiseAnalytics(deps.db, now);
  const transactions = await sql.dropOldTransactions(deps.db, now);
  const messages = await sql.dropOldMessages(deps.db, now);
  const mails = await deleteOldEmails(deps.config.DATA_DIR, twoYearsBefore(now));
  await sql.noteActivity(deps.db);
  const warned = await whileAny(() => warnOne(deps, now));
  const erased = await whileAny(() => eraseOne(deps, now));
  deps.log.info({ analytics, transactions, messages, mails, warned, erased }, 'retention');
}

function twoYearsBefore(now: Date): Date {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - 2);
  return limit;
}

async function whileAny(one: () => Promise<boolean>): Promise<number> {
  let count = 0;
  while (await one()) count += 1;
  return count;
}

/** The account goes 3 years after its last use, but never sooner than 30 days after this mail. */
const warnOne = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const quiet = await sql.nextToWarn(trx, now, WARN_DAYS);
    if (!quiet) return false;
    const limit = new Date(quiet.lastActiveAt);
    limit.setUTCFullYear(limit.getUTCFullYear() + 3);
    const until = new Date(Math.max(limit.getTime(), now.getTime() + WARN_DAYS * DAY));
    await sql.markWarned(trx, quiet.userId, now);
    await enqueueEmail(trx, deps, {
      to: quiet.email,
      name: quiet.name,
      subject: 'Your Enamel account will be deleted',
      text: [
        `You haven't used your account since ${spoken.format(quiet.lastActiveAt)}. Under our privacy policy, we delete accounts after 3 years without activity. We'll delete yours on ${spoken.format(until)}.`,
        'To keep it, log in before that day. Your listings stay in the directory either way.',
      ],
      action: { label: 'Log in', url: `${deps.config.PUBLIC_URL}/auth` },
    });
    return true;
  });

const eraseOne = (deps: Deps, now: Date): Promise<boolean> =>
  deps.db.transaction(async (trx) => {
    const due = await sql.nextToErase(trx, now, WARN_DAYS);
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
