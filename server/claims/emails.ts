import type { Knex } from 'knex';
import { dequeue } from '#server/jobs/queue.ts';
import { enqueueEmail, type Email, type EmailDeps } from '#server/email.ts';
import type { ClaimView } from './queries.ts';

export type { EmailDeps } from '#server/email.ts';

/** "Silva Dental (Dr. Ana Silva), Austin, TX" */
function describePractice({ practiceName, dentistName, city, state }: ClaimView): string {
  const name = practiceName && practiceName !== dentistName ? `${practiceName} (${dentistName})` : dentistName;
  return [name, city, state].filter(Boolean).join(', ');
}
const formatDay = (at: Date) =>
  at.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'America/New_York' });

/** "request to claim Silva Dental, Austin, TX" for a claim. */
const describeRequest = (claim: ClaimView): string =>
  claim.kind === 'claim' ? `request to claim ${describePractice(claim)}` : `listing of ${describePractice(claim)}`;

export async function emailClaimReceived(trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> {
  await emailClaimant(trx, deps, claim, {
    subject: 'We received your claim request',
    text: [
      `Your request to claim ${describePractice(claim)} is under review.`,
      `Our team will contact you within 2-3 business days${claim.dueAt ? `, by ${formatDay(claim.dueAt)}` : ''}. On your dashboard you can follow the request, add to it, or withdraw it.`,
      "If you didn't send this request, please reply to this email.",
    ],
  });
  await emailStaff(trx, deps, claim, 'New claim request', [
    `${claim.requestorName} (${claim.requestorEmail}, ${claim.requestorPhone}) wants to claim ${describePractice(claim)}.`,
  ]);
}

export async function emailStaff(
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  subject: string,
  text: string[],
): Promise<void> {
  await enqueueEmail(trx, deps, {
    to: deps.config.SUPPORT_EMAIL,
    subject: `${subject}: ${claim.dentistName}`.replace(/[\r\n]+/g, ' '),
    text: [...text, ...(claim.dueAt ? [`Due by ${formatDay(claim.dueAt)}.`] : [])],
    action: { label: 'Review this claim', url: `${deps.config.PUBLIC_URL}/admin?tab=claims&claim=${claim.id}` },
  });
}

async function emailClaimant(
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  email: Pick<Email, 'subject' | 'text'>,
  options?: { runAt: Date; key: string },
): Promise<void> {
  if (!claim.accountEmail) return;
  const message: Email = {
    ...email,
    to: claim.accountEmail,
    name: claim.requestorName,
    action: {
      label: claim.kind === 'claim' ? 'Open this claim' : 'Open this review',
      url: `${deps.config.PUBLIC_URL}${claimPath(claim)}`,
    },
  };
  await enqueueEmail(trx, deps, message, options);
}

/** A check is shown on the page of its listing, a claim on the dashboard. */
const claimPath = ({ kind, dentistId, id }: ClaimView): string =>
  kind === 'claim' ? `/dashboard#claim-${id}` : `/dashboard/listings/${dentistId}#claim-${id}`;

/** Emails about a decision wait this long, so that staff can undo the decision first. */
const DECISION_EMAIL_DELAY = 15_000;
const decisionKey = (claimId: number) => `claim-decision-${claimId}`;

const emailDecision = (
  trx: Knex,
  deps: EmailDeps,
  claim: ClaimView,
  email: Pick<Email, 'subject' | 'text'>,
): Promise<void> =>
  emailClaimant(trx, deps, claim, email, {
    runAt: new Date(deps.clock.now().getTime() + DECISION_EMAIL_DELAY),
    key: decisionKey(claim.id),
  });

/** Cancels the email about a decision. False if it was already sent. */
export const cancelDecisionEmail = (trx: Knex, claimId: number): Promise<boolean> => dequeue(trx, decisionKey(claimId));

export const emailApproved = (trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> =>
  emailDecision(trx, deps, claim, {
    subject: claim.kind === 'claim' ? 'Your claim was approved' : 'Your listing is verified',
    text: [
      {
        claim: `You now manage ${describePractice(claim)}. Open your dashboard to check the hours, add photos, and list your services.`,
        new_listing: `We checked that you manage ${describePractice(claim)}. With a paid plan, your listing now shows the Verified badge.`,
        identity_change: `We checked the changes to your ${describeRequest(claim)}. With a paid plan, it shows the Verified badge again.`,
        new_owner: `We checked that you run ${describePractice(claim)}. With a paid plan, your listing shows the Verified badge.`,
      }[claim.kind],
      ...(claim.reviewNotes ? [claim.reviewNotes] : []),
    ],
  });
export const emailRejected = (trx: Knex, deps: EmailDeps, claim: ClaimView): Promise<void> =>
  emailDecision(trx, deps, claim, {
    subject: claim.kind === 'claim' ? 'About your claim request' : "About your listing's review",
    text: [
      {
        claim: `We couldn't approve your request to claim ${describePractice(claim)}.`,
        new_listing: `We couldn't verify who manages ${describePractice(claim)}. You still manage the listing, without the Verified badge.`,
        identity_change: `We couldn't confirm the new name, address, or phone of your ${describeRequest(claim)}, so we restored the verified ones.`,
        new_owner: `We couldn't verify that you run ${describePractice(claim)}. You still manage the listing, without the Verified badge.`,
      }[claim.kind],
      ...(claim.reviewNotes ? [claim.reviewNotes] : []),
      claim.kind === 'claim'
        ? 'If you have more evidence, you can send another request or reply to this email.'
        : 'If you have more evidence, please reply to this email.',
    ],
  });

export const emailEvidenceRequest = (trx: Knex, deps: EmailDeps, claim: ClaimView, note: string): Promise<void> =>
  emailClaimant(trx, deps, claim, {
    subject:
      claim.kind === 'claim' ? 'We need one more thing for your claim' : 'We need one more thing for your listing',
    text: [
      `To decide on your ${describeRequest(claim)}, we need a little more:`,
      note,
      'You can answer and add a document on your dashboard.',
    ],
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
      `We mailed a letter with a PIN to ${describePractice(claim)}. Enter the PIN on your dashboard within 60 days to confirm that you receive mail there.`,
    ],
  });
