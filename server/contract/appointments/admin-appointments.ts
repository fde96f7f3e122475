import { z } from 'zod';
import { appointmentActions, appointmentActors, appointmentStates } from '#shared/appointments/appointment-state.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, ok, pageNumber, sentTime } from '../values.ts';

const state = z.enum(appointmentStates);

/** Without patient details. Opening a request shows them, and is recorded in the audit log. */
const listedAppointment = z.object({
  id: z.int(),
  dentistId: z.int(),
  listingName: z.string(),
  href: z.string(),
  state,
  createdAt: sentTime,
  changedAt: sentTime,
  isErased: z.boolean(),
});

export const listAppointments = endpoint('GET', '/api/admin/appointments', {
  summary: 'Appointment requests, newest first, without patient details; the total is in X-Total-Count',
  query: z.object({ state: state.optional(), page: pageNumber.optional() }),
  reply: z.array(listedAppointment),
});
export const countAppointments = endpoint('GET', '/api/admin/appointments/counts', {
  summary: 'How many appointment requests are in each state',
  reply: z.record(state, z.int()),
});
export const openAppointment = endpoint('POST', '/api/admin/appointments/:id/open', {
  summary: 'The details and history of a request; recorded in the audit log',
  params: idParam,
  reply: listedAppointment.extend({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    times: z.array(z.string()),
    service: z.string().nullable(),
    insurance: z.string().nullable(),
    isNewPatient: z.boolean().nullable(),
    timeZone: z.string().nullable(),
    history: z.array(
      z.object({
        at: sentTime,
        actor: z.enum(appointmentActors),
        action: z.enum([...appointmentActions, 'request']),
        offeredAt: sentTime.nullable(),
        reason: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
});
export const closeAppointment = endpoint('POST', '/api/admin/appointments/:id/close', {
  summary: 'Close a request that abuses the form, and email its patient',
  params: idParam,
  reply: ok,
  errors: { not_possible: 409 },
});
