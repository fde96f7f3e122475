import type { Knex } from 'knex';
import type { ComparedFigures } from '#contract/dashboard.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { formatEmailDay, formatEmailMonth } from '#server/base/email/email-time.ts';
import { describePractice, type NamedPractice } from '#server/base/email/email-words.ts';

type Recipient = { name: string; email: string };

export const emailDeletionWarning = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { lastActiveAt, deletesAt }: { lastActiveAt: Date; deletesAt: Date },
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your ${deps.settings.brand} account will be deleted`,
    text: [
      `You haven't used your account since ${formatEmailDay(lastActiveAt)}. Under our privacy policy, we delete accounts after 3 years without use: yours on ${formatEmailDay(deletesAt)}.`,
      'To keep it, log in before that day. Your listings stay in the directory either way.',
    ],
    action: { label: 'Log in', url: `${deps.config.PUBLIC_URL}/auth` },
  });

interface PrivacyRequest extends Recipient {
  id: number;
  kind: string;
  message: string;
  dueAt: Date;
}

/** Emails the person who asked, and support. */
export async function emailPrivacyRequest(trx: Knex, deps: EmailDeps, request: PrivacyRequest): Promise<void> {
  const { id, kind, name, email, message, dueAt } = request;
  await enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'We received your privacy request',
    text: [
      `Thank you for your request. We'll answer it by ${formatEmailDay(dueAt)}.`,
      "If you didn't send this request, please reply to this email.",
    ],
  });
  await enqueueEmail(trx, deps, {
    to: deps.settings.current.supportEmail,
    subject: `Privacy request: ${kind}, due ${formatEmailDay(dueAt)}`,
    text: [`From ${name} <${email}>`, message || 'No message.'],
    action: { label: 'Open the request', url: `${deps.config.PUBLIC_URL}/admin/privacy?item=${id}` },
    replyTo: email,
  });
}

/** Longer lists would hide what matters; the dashboard has them all. */
const MOST_LISTINGS = 5;

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** "12 calls, 3 more than in September". */
function compareMonths(now: number, before: number, one: string, many: string, month: string): string {
  const words = count(now, one, many);
  if (now === before) return now === 0 ? `No ${many}` : `${words}, as many as in ${month}`;
  return `${words}, ${Math.abs(now - before).toLocaleString('en-US')} ${now > before ? 'more' : 'fewer'} than in ${month}`;
}

const describeFigures = ({ now, before }: ComparedFigures, month: string): string =>
  [
    compareMonths(now.calls, before.calls, 'call', 'calls', month),
    compareMonths(now.views, before.views, 'profile view', 'profile views', month),
    compareMonths(now.appointments, before.appointments, 'appointment request', 'appointment requests', month),
  ].join('\n');

interface MonthlyFigures {
  /** The first day of the month, and of the month before. */
  month: string;
  monthBefore: string;
  listings: readonly (NamedPractice & { id: number; figures: ComparedFigures })[];
  unsubscribe: string;
}

/** The figures of an owner's practices in one month, those with the most views first. */
export async function emailMonthlyInsights(
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { month, monthBefore, listings, unsubscribe }: MonthlyFigures,
): Promise<void> {
  const { PUBLIC_URL } = deps.config;
  const [only] = listings.length === 1 ? listings : [];
  const shown = listings.toSorted((a, b) => b.figures.now.views - a.figures.now.views).slice(0, MOST_LISTINGS);
  const left = listings.length - shown.length;
  const before = formatEmailMonth(monthBefore);
  await enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `${only ? (only.practiceName ?? only.name) : 'Your practices'} in ${formatEmailMonth(month)}`,
    text: [
      ...shown.map((listing) => `${describePractice(listing)}\n${describeFigures(listing.figures, before)}`),
      ...(left > 0 ? [`The figures of ${count(left, 'more practice', 'more practices')} are on your dashboard.`] : []),
      'Each visitor is counted once per hour. Your own visits are excluded.',
    ],
    action: only
      ? { label: 'See the insights', url: `${PUBLIC_URL}/dashboard/listings/${only.id}/insights` }
      : { label: 'Open your dashboard', url: `${PUBLIC_URL}/dashboard` },
    unsubscribe,
  });
}
