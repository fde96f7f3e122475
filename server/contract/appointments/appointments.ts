import { z } from 'zod';
import {
  appointmentActions,
  appointmentActors,
  appointmentStates,
  declineReasons,
  inboxLists,
  preferredTimes,
} from '#shared/appointments/appointment-state.ts';
import { endpoint } from '../endpoint.ts';
import { humanAnswer } from '../site.ts';
import { email, id, idParam, line, ok, pageNumber, sentTime, text } from '../values.ts';

const named = z.object({ id: z.int(), name: z.string() });
const state = z.enum(appointmentStates);

/** Empty text means null, because a form sends every field. */
const emptyToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null));
const MIN_PHONE_DIGITS = 10;
const phone = line(40).refine(
  (value) =>
    value.replace(/\D/g, '').length >= MIN_PHONE_DIGITS && /^[\d\s().+-]+(?:(?:x|ext\.?)\s*\d+)?$/i.test(value),
  'Please enter a phone number with area code.',
);

/** Medical details are not asked for, so there is no field for free text. */
const requestFields = z.object({
  name: line(80, 'Please enter your name.').pipe(z.string().min(1, 'Please enter your name.')),
  email: z.preprocess(emptyToNull, email.nullable()),
  phone: z.preprocess(emptyToNull, phone.nullable()),
  times: z
    .array(z.enum(preferredTimes, 'Please choose days and times from the list.'), 'Please choose at least one time.')
    .min(1, 'Please choose at least one time.')
    .max(preferredTimes.length)
    .transform((times) => preferredTimes.filter((time) => times.includes(time))),
  serviceId: z.preprocess((value) => (value === '' ? null : (value ?? null)), z.coerce.number().pipe(id).nullable()),
  insurance: z.preprocess(emptyToNull, line(80).nullable()),
  isNewPatient: z.boolean("Please say whether you've been there before."),
});
export const appointmentForm = requestFields.refine((values) => values.email !== null || values.phone !== null, {
  message: 'Please enter an email address or a phone number.',
  path: ['email'],
  // Checked even if other fields have errors, so that a person sees all of them at once.
  when: ({ value }) => typeof value === 'object' && value !== null,
});

const options = z.object({
  dentistId: z.int(),
  name: z.string(),
  href: z.string(),
  phone: z.string().nullable(),
  takesRequests: z.boolean(),
  note: z.string(),
  services: z.array(named),
});
export type AppointmentOptions = z.output<typeof options>;
export const appointmentOptions = endpoint('GET', '/api/dentists/:id/appointments', {
  summary: 'Whether a practice takes appointment requests, for which services, and its note to patients',
  params: idParam,
  reply: options,
});
export const requestAppointment = endpoint('POST', '/api/dentists/:id/appointments', {
  summary:
    'Request an appointment; the link to the request is emailed, or returned to a patient without an email address',
  params: idParam,
  body: appointmentForm.and(
    z.object({
      /** Chosen by the browser. A repeated request with the same key is the same request. */
      key: z.uuid(),
      humanCheck: humanAnswer,
    }),
  ),
  bodyShown: requestFields.extend({ key: z.uuid(), humanCheck: humanAnswer }),
  reply: z.object({ token: z.string().nullable() }),
  errors: { verification_failed: 400, requests_off: 409, key_reused: 422 },
});

const historyEntry = z.object({
  at: sentTime,
  actor: z.enum(appointmentActors),
  action: z.enum([...appointmentActions, 'request']),
  offeredAt: sentTime.nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});
export type AppointmentEntry = z.output<typeof historyEntry>;

const patientDetails = {
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  times: z.array(z.string()),
  service: z.string().nullable(),
  insurance: z.string().nullable(),
  isNewPatient: z.boolean().nullable(),
};

/** A request as its patient sees it. */
const ownAppointment = z.object({
  state,
  ...patientDetails,
  practice: z.object({
    name: z.string(),
    href: z.string().nullable(),
    phone: z.string().nullable(),
    timeZone: z.string().nullable(),
  }),
  offeredAt: sentTime.nullable(),
  createdAt: sentTime,
  changedAt: sentTime,
  history: z.array(historyEntry),
});
export type OwnAppointment = z.output<typeof ownAppointment>;

/** Sent in the body, because addresses are logged. A person without scripts pastes the whole link, which ends with it. */
const token = z
  .string()
  .max(300)
  .transform((text) => text.slice(text.lastIndexOf('#') + 1).trim());
export const viewAppointment = endpoint('POST', '/api/appointments/view', {
  summary: 'A request and its history, by the token in the link of its patient',
  body: z.object({ token }),
  reply: ownAppointment,
});
export const answerAsPatient = endpoint('POST', '/api/appointments/answer', {
  summary: 'Accept the offered time, or cancel the request',
  body: z.object({
    token,
    action: z.enum(['accept', 'cancel'], 'Choose accept or cancel.'),
    /** The time that the patient saw, so that they never accept another one. */
    offeredAt: z.iso.datetime({ offset: true }).nullish(),
  }),
  reply: ownAppointment,
  errors: { changed_meanwhile: 409, not_possible: 409 },
});
export const deleteAppointment = endpoint('POST', '/api/appointments/delete', {
  summary: 'Cancel the request if it is open, and erase the data of its patient',
  body: z.object({ token }),
  reply: ok,
});

const appointmentSettings = z.object({
  isOn: z.boolean('Please switch requests on or off.'),
  note: text(300).transform((value) => value.trim()),
  /** Empty means every service of the listing. */
  serviceIds: z.array(id).max(100),
});
const listingSettings = appointmentSettings.extend({
  dentistId: z.int(),
  name: z.string(),
  timeZone: z.string().nullable(),
  planActive: z.boolean(),
  services: z.array(named),
  /** The number of requests without an answer. */
  waiting: z.int(),
  /** The business associate agreement in force has been accepted for this listing. */
  agreementAccepted: z.boolean(),
});
export type AppointmentListing = z.output<typeof listingSettings>;
export const appointmentListings = endpoint('GET', '/api/user/appointment-listings', {
  summary: 'Settings for appointment requests of the listings that the caller owns or manages',
  reply: z.array(listingSettings),
});
export const saveAppointmentSettings = endpoint('PUT', '/api/user/dentists/:id/appointments', {
  summary: 'Switch appointment requests on or off, with a note to patients and the services to offer',
  params: idParam,
  body: appointmentSettings.extend({
    /** The version of the business associate agreement that the caller accepts. Needed once to switch requests on. */
    agreement: z.int().optional(),
  }),
  reply: ok,
  errors: { subscription_required: 403, agreement_required: 409 },
});

/** A request as the practice sees it. */
const receivedAppointment = z.object({
  id: z.int(),
  dentistId: z.int(),
  listingName: z.string(),
  timeZone: z.string().nullable(),
  state,
  ...patientDetails,
  offeredAt: sentTime.nullable(),
  createdAt: sentTime,
  changedAt: sentTime,
  history: z.array(historyEntry.extend({ by: z.string().nullable() })),
});
export type ReceivedAppointment = z.output<typeof receivedAppointment>;

const lists = Object.keys(inboxLists) as (keyof typeof inboxLists)[];
export const receivedAppointments = endpoint('GET', '/api/user/appointments', {
  summary: 'Appointment requests to the listings that the caller owns or manages; the total is in X-Total-Count',
  query: z.object({
    list: z.enum(lists, 'Choose new, answered, or ended.').default('new'),
    page: pageNumber.optional(),
    /** Only the requests to this listing. */
    listing: idParam.shape.id.optional(),
  }),
  reply: z.array(receivedAppointment),
});
export const exportAppointments = endpoint('GET', '/api/user/appointments/export', {
  summary: 'The requests to the listings that the caller owns or manages, as CSV',
  streams: 'text/csv',
  download: true,
});

/** A time on the clock of the practice, such as 2026-03-03T10:30. */
const localTime = z
  .string('Please choose a day and a time.')
  .regex(/^20\d\d-(0\d|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d$/, 'Please choose a day and a time.');
const changedAt = z.iso.datetime({ offset: true });
export const answerAppointment = endpoint('POST', '/api/user/appointments/:id/answer', {
  summary: 'Offer a time, decline, or note that the patient was called',
  params: idParam,
  body: z.discriminatedUnion(
    'action',
    [
      z.object({
        action: z.literal('offer'),
        localTime,
        message: text(300).transform((value) => value.trim() || null),
        /** The request's last change that the caller saw. */
        changedAt,
      }),
      z.object({
        action: z.literal('decline'),
        reason: z.enum(
          declineReasons.map(([name]) => name),
          'Please choose a reason.',
        ),
        changedAt,
      }),
      z.object({ action: z.literal('call'), changedAt }),
    ],
    'Choose offer, decline, or call.',
  ),
  reply: receivedAppointment,
  errors: { changed_meanwhile: 409, not_possible: 409, subscription_required: 403 },
  once: true,
});
export type PracticeAnswer = z.output<(typeof answerAppointment)['body']>;
