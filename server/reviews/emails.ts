import type { Knex } from 'knex';
import { EDIT_DAYS, MAX_REVIEW_LENGTH, outcomeSentence, refusalSentence, reportLabel } from '#shared/reviews/review.ts';
import { findOptedOut, unsubscribeLink } from '#server/accounts/notifications.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { describePractice } from '#server/base/email/email-words.ts';
import type { Contact } from '#server/base/sealed-contacts.ts';
import { authorUrl } from './links.ts';
import { findTeam } from './queries-received.ts';

export interface Author extends Pick<Contact, 'email' | 'name'> {
  linkKey: Buffer;
  listingName: string;
  practiceName: string | null;
}

const practiceOf = ({ listingName, practiceName }: Pick<Author, 'listingName' | 'practiceName'>): string =>
  describePractice({ practiceName, name: listingName });

async function emailAuthor(
  trx: Knex,
  deps: EmailDeps,
  author: Author,
  { subject, text, label }: { subject: string; text: string[]; label: string },
): Promise<void> {
  // After a restore with another SECRET_KEY, the address is lost.
  if (author.email === null) return;
  await enqueueEmail(trx, deps, {
    to: author.email,
    ...(author.name ? { name: author.name } : {}),
    subject,
    text,
    action: { label, url: authorUrl(deps, author.linkKey) },
  });
}

export const emailInvitation = (trx: Knex, deps: EmailDeps, author: Author): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `How was your visit to ${practiceOf(author)}?`,
    text: [
      `You had an appointment at ${practiceOf(author)}. What you say about it helps others choose. It takes about a minute.`,
      `We ask everyone whose appointment was accepted, and publish every review that follows the rules, whatever its stars. You can write up to ${MAX_REVIEW_LENGTH.toLocaleString('en-US')} characters in English or Spanish, and sign with your first name or as “Patient.”`,
      "If you didn't go, or don't want to write, you can end this invitation on the same page.",
    ],
    label: 'Write a review',
  });

export const emailReminder = (trx: Knex, deps: EmailDeps, author: Author): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `Would you tell others about ${practiceOf(author)}?`,
    text: [
      `Last week we asked how your visit to ${practiceOf(author)} was. This is our only reminder.`,
      'If you would rather not be asked, you can ignore this email, or end the invitation on the page.',
    ],
    label: 'Write a review',
  });

export const emailLink = (trx: Knex, deps: EmailDeps, author: Author): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `Your link to review ${practiceOf(author)}`,
    text: [
      `Someone, probably you, asked to review ${practiceOf(author)} with this address. The link opens the form, or the review that you already wrote.`,
      'Keep it to yourself, because it can change and delete the review.',
      "If it wasn't you, you can ignore this email. Nothing is published without the link.",
    ],
    label: 'Write a review',
  });

export const emailPublished = (trx: Knex, deps: EmailDeps, author: Author): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `Your review of ${practiceOf(author)} is published`,
    text: [
      `Thank you. Your review of ${practiceOf(author)} now shows on its page.`,
      `You can change it until ${EDIT_DAYS} days after you sent it, and delete it at any time. Keep this email, because its link is the only way.`,
    ],
    label: 'Change or delete my review',
  });

export const emailRefused = (
  trx: Knex,
  deps: EmailDeps,
  author: Author,
  { reason, canAppeal }: { reason: string; canAppeal: boolean },
): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `We didn't publish your review of ${practiceOf(author)}`,
    text: [
      `We didn't publish your review of ${practiceOf(author)}. The reason: ${refusalSentence(reason)} Your stars and your opinion had no part in this.`,
      canAppeal
        ? 'If we got it wrong, you can ask us once to look again. You can also change your review within 30 days after you sent it.'
        : 'We looked at it again, as you asked, and this decision is final.',
    ],
    label: 'Open my review',
  });

export const emailKept = (
  trx: Knex,
  deps: EmailDeps,
  author: Author,
  { reason, outcome }: { reason: string; outcome: string },
): Promise<void> =>
  emailAuthor(trx, deps, author, {
    subject: `Your review of ${practiceOf(author)} stays up`,
    text: [
      `The practice reported your review of ${practiceOf(author)} to us. The reason it gave: ${reportLabel(reason)}.`,
      `We looked at the review. ${outcomeSentence(outcome)} You don't need to do anything.`,
    ],
    label: 'Open my review',
  });

/** Answers a practice's report of a review. It is sent even with the emails about reviews turned off, because the practice asked. */
export const emailReportDecided = (
  trx: Knex,
  deps: EmailDeps,
  { name, email }: { name: string; email: string },
  { dentistId, reason, outcome, ...review }: PublishedReview & { reason: string; outcome: string },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your report about a review of ${practiceOf(review)}`,
    text: [
      `You reported ${review.authorName}'s review of ${practiceOf(review)}. The reason you gave: ${reportLabel(reason)}.`,
      `We looked at the review. ${outcomeSentence(outcome)}`,
    ],
    action: { label: 'Open your reviews', url: `${deps.config.PUBLIC_URL}/dashboard/listings/${dentistId}/reviews` },
  });

interface PublishedReview extends Pick<Author, 'listingName' | 'practiceName'> {
  dentistId: number;
  authorName: string;
}

/** Emails the owner and the managers that a review of their listing is published, unless they turned these emails off. */
export async function emailNewReview(
  trx: Knex,
  deps: EmailDeps,
  { dentistId, authorName, ...names }: PublishedReview,
): Promise<void> {
  const team = await findTeam(trx, dentistId);
  const optedOut = await findOptedOut(trx, team.map(({ id }) => id), 'reviews'); // prettier-ignore
  for (const { id, email, name } of team.filter((member) => !optedOut.has(member.id)))
    await enqueueEmail(trx, deps, {
      to: email,
      name,
      subject: `New review of ${practiceOf(names)}`,
      text: [
        `${authorName} reviewed ${practiceOf(names)}, and the review now shows on its page.`,
        'You can reply in public. Before you send the reply, we check it for words that could break HIPAA.',
      ],
      unsubscribe: unsubscribeLink(deps, id, 'reviews'),
      action: { label: 'Read and reply', url: `${deps.config.PUBLIC_URL}/dashboard/listings/${dentistId}/reviews` },
    });
}

/** Longer lists would hide what matters; the dashboard has them all. */
const MOST_LISTINGS = 5;
const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export interface WeeklyListing {
  id: number;
  name: string;
  practiceName: string | null;
  city: string | null;
  count: number;
  average: number;
  unanswered: number;
}

const describeWeek = ({ count: n, average, unanswered }: WeeklyListing): string =>
  [
    count(n, 'new review', 'new reviews'),
    `${count(average, 'star', 'stars')}${n === 1 ? '' : ' on average'}`,
    ...(unanswered > 0 ? [`${unanswered.toLocaleString('en-US')} without a reply`] : []),
  ].join(', ');

/** The new reviews of an owner's listings in a week. */
export async function emailWeeklyReviews(
  trx: Knex,
  deps: EmailDeps,
  { name, email }: { name: string; email: string },
  { listings, unsubscribe }: { listings: readonly WeeklyListing[]; unsubscribe: string },
): Promise<void> {
  const { PUBLIC_URL } = deps.config;
  const [only] = listings.length === 1 ? listings : [];
  const left = listings.length - MOST_LISTINGS;
  const total = listings.reduce((sum, listing) => sum + listing.count, 0);
  await enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `${count(total, 'new review', 'new reviews')} last week`,
    text: [
      ...listings.slice(0, MOST_LISTINGS).map((listing) => `${describePractice(listing)}\n${describeWeek(listing)}`),
      ...(left > 0
        ? [`${count(left, 'more practice has', 'more practices have')} new reviews. Your dashboard shows them.`]
        : []),
    ],
    action: only
      ? { label: 'Read and reply', url: `${PUBLIC_URL}/dashboard/listings/${only.id}/reviews` }
      : { label: 'Open your dashboard', url: `${PUBLIC_URL}/dashboard` },
    unsubscribe,
  });
}
