import type { Knex } from 'knex';
import { formatAppointment, type DeclineReason, type InboxList } from '#shared/appointments/appointment-state.ts';
import { findOptedOut, unsubscribeLink } from '#server/accounts/notifications.ts';
import { enqueueEmail, type Email, type EmailDeps } from '#server/base/email/email.ts';
import { describePractice, firstNameOr } from '#server/base/email/email-words.ts';
import { patientUrl } from './links.ts';
import { findTeamEmails } from './queries.ts';
import type { RequestRow } from './stored-requests.ts';

type Words = Pick<Email, 'subject' | 'text'>;

/** "Silva Dental (Dr. Ana Silva)" */
const practiceOf = ({ listingName, practiceName }: RequestRow): string =>
  describePractice({ practiceName, name: listingName });
const callLine = ({ listingPhone }: RequestRow): string[] =>
  listingPhone ? [`You can also call the practice at ${listingPhone}.`] : [];

async function emailPatient(
  trx: Knex,
  deps: EmailDeps,
  request: RequestRow,
  words: Words,
  label = 'Open your request',
) {
  if (request.email === null || request.linkKey === null) return;
  await enqueueEmail(trx, deps, {
    ...words,
    to: request.email,
    ...(request.name ? { name: request.name } : {}),
    action: { label, url: patientUrl(deps, request.linkKey) },
  });
}

export const emailRequestReceived = (trx: Knex, deps: EmailDeps, request: RequestRow): Promise<void> =>
  emailPatient(
    trx,
    deps,
    request,
    {
      subject: `Your request to ${practiceOf(request)}`,
      text: [
        `We sent your appointment request to ${practiceOf(request)}. It isn't an appointment yet. The practice will offer you a time or call you.`,
        'The button below shows the state of your request. There you can also cancel it.',
        ...callLine(request),
        "If you didn't send this request, open it and choose “Delete my data.”",
      ],
    },
    'See or cancel your request',
  );

export const emailOffer = (
  trx: Knex,
  deps: EmailDeps,
  request: RequestRow,
  offer: { offeredAt: Date; message: string | null },
): Promise<void> =>
  emailPatient(
    trx,
    deps,
    request,
    {
      subject: `${practiceOf(request)} offers you a time`,
      text: [
        `${practiceOf(request)} can see you on ${formatAppointment(offer.offeredAt, request.timeZone)}.`,
        ...(offer.message ? [`Their message: ${offer.message}`] : []),
        'Please open your request to accept this time or to cancel.',
        ...callLine(request),
      ],
    },
    'See the offered time',
  );

/** Follows "can't take you this time." Other reasons say nothing a patient could use. */
const declineSentences: Partial<Record<string, string>> = {
  full: ' They have no free appointments.',
  no_new_patients: " They aren't taking new patients.",
  service: " They don't offer this service.",
  plan: " They don't accept this plan.",
  unreachable: " They couldn't reach you.",
} satisfies Partial<Record<DeclineReason, string>>;

export const emailDeclined = (trx: Knex, deps: EmailDeps, request: RequestRow, reason: string): Promise<void> =>
  emailPatient(trx, deps, request, {
    subject: `About your request to ${practiceOf(request)}`,
    text: [
      `${practiceOf(request)} can't take you this time.${declineSentences[reason] ?? ''}`,
      `You can find other dentists at ${deps.config.PUBLIC_URL}/directory.`,
    ],
  });

export const emailClosed = (trx: Knex, deps: EmailDeps, request: RequestRow, by: 'staff' | 'system'): Promise<void> =>
  emailPatient(trx, deps, request, {
    subject: `Your request to ${practiceOf(request)} is closed`,
    text: [
      by === 'staff'
        ? 'Our staff closed your appointment request, because it broke the rules of this site. If that was a mistake, please reply to this email.'
        : `${practiceOf(request)} no longer takes appointment requests through ${deps.settings.brand}, so we closed yours. If you already agreed on a time with the practice, please call to confirm it.`,
      ...(by === 'system' ? callLine(request) : []),
    ],
  });

/** Emails to practices name the patient by first name only. Everything else is behind the login. */
async function emailTeam(
  trx: Knex,
  deps: EmailDeps,
  request: RequestRow,
  words: Words,
  list: InboxList = 'new',
): Promise<void> {
  const team = await findTeamEmails(trx, request.dentistId);
  const optedOut = await findOptedOut(
    trx,
    team.map(({ id }) => id),
    'appointmentRequests',
  );
  for (const { id, email, name } of team.filter((member) => !optedOut.has(member.id)))
    await enqueueEmail(trx, deps, {
      ...words,
      to: email,
      name,
      unsubscribe: unsubscribeLink(deps, id, 'appointmentRequests'),
      action: {
        label: 'Open the request',
        url: `${deps.config.PUBLIC_URL}/dashboard/appointments${list === 'new' ? '' : `?requests=${list}`}#appointment-${request.id}`,
      },
    });
}
const firstName = ({ name }: RequestRow): string => firstNameOr('A patient', name);

export const emailNewRequest = (trx: Knex, deps: EmailDeps, request: RequestRow): Promise<void> =>
  emailTeam(trx, deps, request, {
    subject: `New appointment request for ${request.listingName}`,
    text: [
      `${firstName(request)} asked for an appointment at ${practiceOf(request)}.`,
      'Their preferred times and contact details are on your dashboard, where you can offer a time, decline, or note that you called.',
    ],
  });

export const emailPatientAnswer = (
  trx: Knex,
  deps: EmailDeps,
  request: RequestRow,
  action: 'accept' | 'cancel' | 'delete',
): Promise<void> =>
  emailTeam(
    trx,
    deps,
    request,
    {
      accept: {
        subject: `${firstName(request)} accepted your time`,
        text: [
          `${firstName(request)} accepted ${request.offeredAt ? formatAppointment(request.offeredAt, request.timeZone) : 'the offered time'} at ${practiceOf(request)}.`,
        ],
      },
      cancel: {
        subject: `${firstName(request)} canceled a request`,
        text: [`${firstName(request)} canceled the appointment request to ${practiceOf(request)}.`],
      },
      delete: {
        subject: `${firstName(request)} canceled a request`,
        text: [
          `${firstName(request)} canceled the appointment request to ${practiceOf(request)} and deleted it${request.state === 'accepted' && request.offeredAt ? `. The time was ${formatAppointment(request.offeredAt, request.timeZone)}` : ''}.`,
        ],
      },
    }[action],
    action === 'accept' ? 'answered' : 'ended',
  );
