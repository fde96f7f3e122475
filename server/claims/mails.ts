import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { dequeue, enqueue } from '#server/job.ts';
import { enqueueMail, sendMail, type Mail } from '#server/mail.ts';
import type { ClaimView } from './queries.ts';

export type MailDeps = Pick<Deps, 'secret' | 'config' | 'clock'>;

const dashboard = (deps: MailDeps) => ({ label: 'Open your dashboard', url: `${deps.config.PUBLIC_URL}/dashboard` });
const place = (claim: ClaimView) =>
  [claim.dentistName, [claim.city, claim.state].filter(Boolean).join(', ')].filter(Boolean).join(', ');
const day = (at: Date) =>
  at.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'America/New_York' });

export async function mailSubmitted(trx: Knex, deps: MailDeps, claim: ClaimView): Promise<void> {
  if (claim.accountEmail) {
    await enqueueMail(trx, deps, {
      to: claim.accountEmail,
      subject: 'We received your claim request',
      text: [
        `Your request to claim ${place(claim)} is under review.`,
        `Our team will contact you within 2-3 business days${claim.dueAt ? `, by ${day(claim.dueAt)}` : ''}. You can follow the request, add to it or take it back on your dashboard.`,
        'If this was not you, please answer this mail.',
      ],
      replyTo: deps.config.SUPPORT_EMAIL,
      action: dashboard(deps),
    });
  }
  await mailStaff(trx, deps, claim, 'New claim request', [
    `${claim.requestorName} (${claim.requestorEmail}, ${claim.requestorPhone}) asks for ${place(claim)}.`,
  ]);
}

export async function mailStaff(
  trx: Knex,
  deps: MailDeps,
  claim: ClaimView,
  subject: string,
  text: string[],
): Promise<void> {
  await enqueueMail(trx, deps, {
    to: deps.config.SUPPORT_EMAIL,
    subject: `${subject}: ${claim.dentistName}`.replace(/[\r\n]+/g, ' '),
    text: [...text, ...(claim.dueAt ? [`Due by ${day(claim.dueAt)}.`] : [])],
    action: { label: 'Review claims', url: `${deps.config.PUBLIC_URL}/admin` },
  });
}

/** Long enough for staff to take a decision back before anyone is told. */
const DECISION_MAIL_DELAY = 15_000;
const decisionKey = (claimId: number) => `claim-decision-${claimId}`;

async function mailDecision(
  trx: Knex,
  deps: MailDeps,
  claim: ClaimView,
  mail: Omit<Mail, 'to' | 'action'>,
): Promise<void> {
  if (!claim.accountEmail) return;
  const whole: Mail = { ...mail, to: claim.accountEmail, action: dashboard(deps), replyTo: deps.config.SUPPORT_EMAIL };
  const runAt = new Date(deps.clock.now().getTime() + DECISION_MAIL_DELAY);
  await enqueue(
    trx,
    sendMail,
    { sealed: deps.secret.seal('mail', JSON.stringify(whole)) },
    { runAt, key: decisionKey(claim.id) },
  );
}

/** Takes back a decision's mail that has not left; says whether there was one. */
export const stopDecisionMail = (trx: Knex, claimId: number): Promise<boolean> => dequeue(trx, decisionKey(claimId));

export const mailApproved = (trx: Knex, deps: MailDeps, claim: ClaimView): Promise<void> =>
  mailDecision(trx, deps, claim, {
    subject: 'Your claim was approved',
    text: [
      `You now manage ${place(claim)}. It is on your dashboard: check the hours, add photos, and tell patients what you offer.`,
      ...(claim.reviewNotes ? [claim.reviewNotes] : []),
    ],
  });
export const mailRejected = (trx: Knex, deps: MailDeps, claim: ClaimView): Promise<void> =>
  mailDecision(trx, deps, claim, {
    subject: 'About your claim request',
    text: [
      `We could not approve your request to claim ${place(claim)}.`,
      claim.reviewNotes ?? '',
      'If you can show more, you are welcome to send another request or to answer this mail.',
    ].filter(Boolean),
  });

async function mailNow(trx: Knex, deps: MailDeps, claim: ClaimView, subject: string, text: string[]): Promise<void> {
  if (claim.accountEmail)
    await enqueueMail(trx, deps, {
      to: claim.accountEmail,
      subject,
      text,
      action: dashboard(deps),
      replyTo: deps.config.SUPPORT_EMAIL,
    });
}
export const mailEvidenceAsked = (trx: Knex, deps: MailDeps, claim: ClaimView, note: string): Promise<void> =>
  mailNow(trx, deps, claim, 'One more thing for your claim', [
    `To decide on your request to claim ${place(claim)} we need a little more:`,
    note,
    'You can answer and add a document on your dashboard.',
  ]);
export const mailReopened = (trx: Knex, deps: MailDeps, claim: ClaimView, note: string | null): Promise<void> =>
  mailNow(trx, deps, claim, 'Your claim is being reviewed again', [
    `We are looking at the request to claim ${place(claim)} once more.`,
    ...(note ? [note] : []),
  ]);
export const mailLetter = (trx: Knex, deps: MailDeps, claim: ClaimView): Promise<void> =>
  mailNow(trx, deps, claim, 'A letter is on its way to the practice', [
    `We sent a letter with a PIN to ${place(claim)}. Enter the PIN on your dashboard within 60 days to confirm that you can receive mail there.`,
  ]);
