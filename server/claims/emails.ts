import type { Knex } from 'knex';
import { dollars, facts } from '#shared/billing/plans.ts';
import { findGuaranteedPayments } from '#server/billing/admin/guarantee.ts';
import { dequeue } from '#server/base/jobs/queue.ts';
import { enqueueEmail, type Email, type EmailDeps } from '#server/base/email/email.ts';
import { formatEmailWeekday } from '#server/base/email/email-time.ts';
import { describePractice } from '#server/base/email/email-words.ts';
import type { ClaimView } from './queries.ts';

export type { EmailDeps } from '#server/base/email/email.ts';

const mainPracticeOf = ({ dentistName, ...claim }: ClaimView): string =>
  describePractice({ ...claim, name: dentistName });
/** "Silva Dental, Austin, TX," or "Bright Group (350 listings)" for a group's claim. */
const practiceOf = (claim: ClaimView): string => (claim.groupName ? claim.title : mainPracticeOf(claim));

/** "request to claim Silva Dental, Austin, TX" for a claim. */
const describeRequest = (claim: ClaimView): string =>
  claim.kind === 'claim' ? `request to claim ${practiceOf(claim)}` : `listing of ${practiceOf(claim)}`;

export async function emailClaimReceived(trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> {
  await emailClaimant(trx, deps, claim, {
    subject: 'We received your claim request',
    text: [
      `Your request to claim ${practiceOf(claim)} is under review.`,
      `Our team will contact you within 2-3 business days${claim.dueAt ? `, by ${formatEmailWeekday(claim.dueAt)}` : ''}. On your dashboard you can follow the request, add to it, or withdraw it.`,
      "If you didn't send this request, please reply to this email.",
    ],
  });
  await emailStaff(trx, deps, claim, 'New claim request', [
    `${claim.requestorName} (${claim.requestorEmail}, ${claim.requestorPhone}) wants to claim ${practiceOf(claim)}.`,
  ]);
}

export const emailAnswer = (trx: Knex, deps: EmailDeps, claim: ClaimView, message: string): Promise<void> =>
  emailStaff(trx, deps, claim, 'A claimant answered', [
    `${claim.requestorName} answered our question about ${practiceOf(claim)}.`,
    message || 'They added a document.',
  ]);

async function emailStaff(
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  subject: string,
  text: string[],
): Promise<void> {
  await enqueueEmail(trx, deps, {
    to: deps.settings.current.supportEmail,
    subject: `${subject}: ${claim.groupName ?? claim.dentistName}`,
    text: [...text, ...(claim.dueAt ? [`Due by ${formatEmailWeekday(claim.dueAt)}.`] : [])],
    action: { label: 'Review this claim', url: `${deps.config.PUBLIC_URL}/admin?tab=claims&claim=${claim.id}` },
  });
}

async function emailClaimant(
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  email: Pick<Email, 'subject' | 'text'> & { opens?: { label: string; path: string } },
  options?: { runAt: Date; key: string },
): Promise<void> {
  if (!claim.accountEmail) return;
  const {
    opens = { label: `Open this ${claim.kind === 'claim' ? 'claim' : 'review'}`, path: claimPath(claim) },
    ...words
  } = email;
  const message: Email = {
    ...words,
    to: claim.accountEmail,
    name: claim.requestorName,
    action: { label: opens.label, url: `${deps.config.PUBLIC_URL}${opens.path}` },
  };
  await enqueueEmail(trx, deps, message, options);
}

const listingPath = ({ dentistId, groupName, groupId }: ClaimView): string =>
  groupName ? `/dashboard/groups/${groupId ?? ''}` : `/dashboard/listings/${dentistId}`;
/** A check is shown on the page of its listing, a claim on the dashboard. */
const claimPath = (claim: ClaimView): string =>
  `${claim.kind === 'claim' ? '/dashboard' : listingPath(claim)}#claim-${claim.id}`;

/** Emails about a decision wait this long, so that staff can undo the decision first. */
const DECISION_EMAIL_DELAY = 15_000;
const decisionKey = (claimId: number) => `claim-decision-${claimId}`;

const emailDecision = (
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  email: Parameters<typeof emailClaimant>[3],
): Promise<void> =>
  emailClaimant(trx, deps, claim, email, {
    runAt: new Date(deps.clock.now().getTime() + DECISION_EMAIL_DELAY),
    key: decisionKey(claim.id),
  });

/** Cancels the email about a decision. False if it was already sent. */
export const cancelDecisionEmail = (trx: Knex, claimId: number): Promise<boolean> => dequeue(trx, decisionKey(claimId));

/** Begins a sentence about the badge, which needs a paid plan where there are plans. */
const withPlan = ({ config }: EmailDeps, first: string, later: string): string =>
  config.payments ? `With a paid plan, ${later}` : first;

const NAMED_LISTINGS = 20;

function describeLeftOut(leftOut: readonly { name: string; reason: string }[]): string[] {
  if (leftOut.length === 0) return [];
  const more = leftOut.length - NAMED_LISTINGS;
  const named = leftOut.slice(0, NAMED_LISTINGS).map(({ name, reason }) => `${name}: ${reason}`);
  return [
    `We left out ${leftOut.length === 1 ? 'one listing' : `${leftOut.length} listings`}.`,
    ...named,
    ...(more > 0 ? [`Your group’s page shows ${more} more.`] : []),
  ];
}

export const emailApproved = (
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  leftOut: readonly { name: string; reason: string }[] = [],
): Promise<void> =>
  emailDecision(trx, deps, claim, {
    subject: claim.kind === 'claim' ? 'Your claim was approved' : 'Your listing is verified',
    text: [
      {
        claim: `You now manage ${practiceOf(claim)}. Now you can check the hours, add photos, and list your services.`,
        new_listing: `We checked that you manage ${practiceOf(claim)}. ${withPlan(deps, 'Your', 'your')} listing now shows the Verified badge.`,
        identity_change: `We checked the changes to your ${describeRequest(claim)}. ${withPlan(deps, 'It', 'it')} shows the Verified badge again.`,
        new_owner: `We checked that you run ${practiceOf(claim)}. ${withPlan(deps, 'Your', 'your')} listing shows the Verified badge.`,
      }[claim.kind],
      ...describeLeftOut(leftOut),
      ...(claim.reviewNotes ? [claim.reviewNotes] : []),
    ],
    opens: { label: claim.groupName ? 'Open the group' : 'Open the listing', path: listingPath(claim) },
  });
/** Says of a rejected claim until when the first payment can be returned. */
async function describeGuarantee(trx: Knex, { clock }: EmailDeps, { kind, userId }: ClaimView): Promise<string[]> {
  if (kind !== 'claim' || userId === null) return [];
  const payment = (await findGuaranteedPayments(trx, [userId], clock.now())).get(userId);
  if (!payment) return [];
  return [
    `Your first payment of ${dollars(payment.cents)} has a ${facts.moneyBackDays}-day money-back guarantee. To get it back, reply to this email by ${formatEmailWeekday(payment.until)}. You can cancel the plan on your dashboard.`,
  ];
}

export async function emailRejected(trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> {
  const guarantee = await describeGuarantee(trx, deps, claim);
  await emailDecision(trx, deps, claim, {
    subject:
      claim.kind === 'claim'
        ? `We couldn't approve your claim for ${practiceOf(claim)}`
        : "We couldn't verify your listing",
    text: [
      {
        claim: `We couldn't approve your request to claim ${practiceOf(claim)}.`,
        new_listing: `We couldn't verify who manages ${practiceOf(claim)}. ${claim.heldAt ? 'It isn’t public, because it matches another listing.' : 'You still manage the listing, without the Verified badge.'}`,
        identity_change: `We couldn't confirm the new name, address, or phone of your ${describeRequest(claim)}, so we restored the verified ones.`,
        new_owner: `We couldn't verify that you run ${practiceOf(claim)}. You still manage the listing, without the Verified badge.`,
      }[claim.kind],
      ...(claim.reviewNotes ? [claim.reviewNotes] : []),
      claim.kind === 'claim'
        ? 'If you have more evidence, you can send another request or reply to this email.'
        : 'If you have more evidence, please reply to this email.',
      ...guarantee,
    ],
  });
}

export const emailEvidenceRequest = (trx: Knex, deps: EmailDeps, claim: ClaimView, note: string): Promise<void> =>
  emailClaimant(trx, deps, claim, {
    subject:
      claim.kind === 'claim' ? 'We need one more thing for your claim' : 'We need one more thing for your listing',
    text: [
      `To decide on your ${describeRequest(claim)}, we need a little more:`,
      note,
      'You can answer and add a document on your dashboard.',
    ],
    opens: { label: 'Answer and add a document', path: claimPath(claim) },
  });
export const emailReopened = (trx: Knex, deps: EmailDeps, claim: ClaimView, note: string | null): Promise<void> =>
  emailClaimant(trx, deps, claim, {
    subject: claim.kind === 'claim' ? "We're reviewing your claim again" : "We're reviewing your listing again",
    text: [`We reopened the review of your ${describeRequest(claim)}.`, ...(note ? [note] : [])],
  });
export const emailLetterSent = (trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> =>
  emailClaimant(trx, deps, claim, {
    subject: 'A letter is on its way to your practice',
    text: [
      `We mailed a letter with a PIN to ${mainPracticeOf(claim)}. Enter the PIN on your dashboard within 60 days to confirm that you receive mail there.`,
    ],
    opens: { label: 'Enter the PIN', path: claimPath(claim) },
  });
