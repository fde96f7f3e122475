/*
 * The questions of a review, and the rules that the author's page, staff, and the server share. Without zod, because profiles load
 * this file.
 */

export const reviewStatuses = ['waiting', 'flagged', 'published', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** The four questions, each answered with yes or no, or skipped. `label` names the bar on the profile. */
export const reviewQuestions = [
  {
    name: 'explained',
    question: 'Did they explain the treatment before they began?',
    label: 'Explained the treatment',
  },
  { name: 'onTime', question: 'Were you seen on time?', label: 'On time' },
  { name: 'priceAsTold', question: 'Did you pay the price they quoted?', label: 'Price as quoted' },
  { name: 'wouldReturn', question: 'Would you go again?', label: 'Would go again' },
] as const;
export type ReviewQuestion = (typeof reviewQuestions)[number]['name'];

export const reviewLanguages = ['en', 'es'] as const;
export type ReviewLanguage = (typeof reviewLanguages)[number];
export const languageNames: Record<ReviewLanguage, string> = { en: 'English', es: 'Spanish' };

export const reviewSources = ['here', 'imported', 'sample'] as const;
export type ReviewSource = (typeof reviewSources)[number];

/** How the author of a review is known, the strongest first. */
export const verifications = ['visit', 'practice', 'email'] as const;
export type Verification = (typeof verifications)[number];
export const verificationLabels: Record<Verification, string> = {
  visit: 'Visit verified',
  practice: 'Invited by the practice',
  email: 'Email verified',
};

/** Why a review waits for staff. None of them is an opinion about the practice, and none depends on the stars. */
export const reviewFlags = [
  ['link', 'Has a link'],
  ['phone', 'Has a phone number'],
  ['address', 'Has an email or street address'],
  ['insult', 'May insult someone'],
  ['othersHealth', "May give someone else's health details"],
  ['copied', 'Repeats the text of another review'],
  ['burst', 'One of many from the same network'],
  ['device', 'One of many from the same device'],
  ['surge', 'One of many about the same practice within a day'],
  ['sameAccount', 'Its author manages or claimed the practice'],
  ['sameEmail', "Its author uses the practice's email address"],
  ['sameDomain', "Its author's email address has the practice's domain"],
  ['sameName', 'Its author has the name of someone who runs the practice'],
  ['sameNetwork', 'Comes from a network that the practice logs in from'],
  ['photos', 'Has photos'],
  ['reported', 'Reported by the practice'],
] as const;
export type ReviewFlag = (typeof reviewFlags)[number][0];
export const flagLabel = (flag: string): string => reviewFlags.find(([name]) => name === flag)?.[1] ?? flag;

/** The only reasons to refuse a review, with the sentence that its author reads. */
export const refusalReasons = [
  ['contact', 'Link, phone number, or address', 'It contains a link, a phone number, or an address.'],
  ['insult', 'Insult or threat', 'It insults or threatens someone.'],
  ['othersHealth', "Someone else's health", "It gives someone else's health details."],
  ['copied', 'Copied text', 'Its text was taken from another review.'],
  ['insider', 'By the practice itself', 'It was written by someone who works for the practice or owns it.'],
  ['otherVisit', 'Not about this visit', "It isn't about a visit to this practice."],
  ['photo', 'Photo', "One of its photos shows someone who may not have agreed, or isn't about this visit."],
  ['bulk', 'Sent in bulk', 'It was one of many that were sent together.'],
  [
    'conflict',
    'Conflict of interest',
    'Its author competes with the practice, or has another interest in its reviews.',
  ],
  ['private', 'Private information', "It gives someone's private information."],
] as const;
export type RefusalReason = (typeof refusalReasons)[number][0];
export const refusalLabel = (reason: string): string => refusalReasons.find(([name]) => name === reason)?.[1] ?? reason;
export const refusalSentence = (reason: string): string =>
  refusalReasons.find(([name]) => name === reason)?.[2] ?? 'It broke the rules for reviews.';

/** Why a practice reports a published review. An opinion isn't a reason. */
export const reportReasons = [
  ['conflict', 'Conflict of interest'],
  ['private', 'Private information'],
  ['otherPractice', 'Not about this practice'],
  ['insult', 'Threat or insult'],
  ['copied', 'Copied text'],
] as const;
export type ReportReason = (typeof reportReasons)[number][0];
export const reportLabel = (reason: string): string => reportReasons.find(([name]) => name === reason)?.[1] ?? reason;

/** Why a reported review stays, with the sentence that the practice and the author read. */
export const keepReasons = [
  ['rules', 'It follows the rules', 'It follows the rules for reviews.'],
  ['experience', 'It describes an experience', "It describes the author's own experience, which the rules allow."],
  ['unproven', 'Nothing shows it', 'We found nothing that shows what the report says.'],
] as const;
export type KeepReason = (typeof keepReasons)[number][0];
const keepSentence = (reason: string): string =>
  keepReasons.find(([name]) => name === reason)?.[2] ?? 'It follows the rules for reviews.';
/** Staff's answer to a report. */
export const outcomeSentence = (outcome: string): string =>
  outcome === 'refused' ? 'It no longer shows.' : `It stays. ${keepSentence(outcome)}`;

export const MIN_REVIEW_LENGTH = 20;
export const MAX_REVIEW_LENGTH = 2_000;
export const MAX_APPEAL_LENGTH = 1_000;
export const MAX_REPLY_LENGTH = 1_000;
export const MAX_REVIEW_PHOTOS = 3;
export const NEEDS_CONSENT = 'Please confirm that you took the photos, and that everyone in them is you or agreed.';

/** A review that no check flagged waits this long, so that a burst is seen before any of it shows. */
export const HOLD_HOURS = 24;
/** Staff decide on a flagged review within this time. */
export const DECIDE_HOURS = 48;
/** A review can be changed for this long after it was first sent. */
export const EDIT_DAYS = 30;
/** The invitation's address and link are erased after this time without a review. */
export const INVITATION_DAYS = 60;
export const REMINDER_DAYS = 7;
/** The photos of a refused review are deleted after this time. */
export const REFUSED_PHOTO_DAYS = 30;
/** How long the fingerprint of the author's network is kept. */
export const FINGERPRINT_DAYS = 30;

export const ANONYMOUS_AUTHOR = 'Patient';
/** "Pia P." for "Pia Maria Patient". */
export function signatureOf(name: string | null): string {
  const words = (name ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  const [first] = words;
  if (!first) return ANONYMOUS_AUTHOR;
  const last = words.length > 1 ? words.at(-1)! : null;
  return last === null ? first.slice(0, 30) : `${first.slice(0, 30)} ${[...last][0]!.toUpperCase()}.`;
}

/** "March 2026" for "2026-03". */
export function describeMonth(month: string): string {
  const names = 'January February March April May June July August September October November December'.split(' ');
  return `${names[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;
}

/** The months in which the visit may have been: that of the appointment, up to the present one, newest first. */
export function listVisitMonths(visited: string, today: string): string[] {
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const months: string[] = [];
  for (let month = count(today); month >= count(visited); month--)
    months.push(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`);
  return months;
}
