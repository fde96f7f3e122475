import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AppointmentAction } from '#shared/appointments/appointment-state.ts';
import { owners, type Person } from './owners.ts';

/** A practice that takes requests, and helpers to send and answer them. Starts at 10 a.m. in Austin on a Monday. */
export async function appointments(env: Record<string, string> = {}) {
  const o = await owners(env);
  const { app, ann } = o;
  let network = 0;

  const form = (values: object = {}) => ({
    name: 'Pia Patient',
    email: 'pia@example.com',
    phone: '',
    times: ['monday-morning', 'friday-evening'],
    serviceId: null,
    insurance: 'Delta Dental PPO',
    isNewPatient: true,
    ...values,
  });
  const send = (id: number, values: object = {}) =>
    app.post(`/api/dentists/${id}/appointments`, {
      ...form(),
      key: randomUUID(),
      humanCheck: o.humanCheck(),
      ...values,
    });
  /** The newest queued email to this address. */
  const lastEmail = async (to: string) => {
    for (const { payload } of await app.deps.db('jobs').where({ name: 'mail' }).orderBy('id', 'desc')) {
      const email = JSON.parse(app.deps.secret.open('mail', payload.sealed));
      if (email.to === to) return email as { subject: string; text: string[]; action?: { url: string } };
    }
    return null;
  };
  const own = (token: string) => app.post('/api/appointments/view', { token });
  const inbox = async (list = 'new', who: Person = ann) =>
    (await app.get(`/api/user/appointments?list=${list}`, { token: who.token })).body;
  const find = (id: number) => app.deps.db('appointmentRequests').where({ id }).first();

  return {
    ...o,
    form,
    send,
    lastEmail,
    own,
    inbox,
    find,
    settings: (id: number, values: object = {}, who: Person = ann) =>
      app.call('PUT', `/api/user/dentists/${id}/appointments`, {
        token: who.token,
        body: { isOn: true, note: '', serviceIds: [], agreement: 1, ...values },
      }),
    /** A listing that takes requests. */
    async practice(who: Person = ann): Promise<number> {
      const id = await o.create(who);
      const body = { isOn: true, note: 'Parking is free.', serviceIds: [], agreement: 1 };
      const saved = await app.call('PUT', `/api/user/dentists/${id}/appointments`, { token: who.token, body });
      expect(saved.status).toBe(200);
      return id;
    },
    /** Sends a request as a new patient, and returns its id and token. */
    async request(id: number, values: object = {}): Promise<{ id: number; token: string; email: string }> {
      const email = `patient-${++network}@example.com`;
      // The limits have tests of their own.
      await app.deps.db('rateLimits').where('key', 'like', '%appointment%').delete();
      const { status, body } = await send(id, { email, ...values });
      expect([status, body.message]).toEqual([200, undefined]);
      const [row] = await app.deps.db('appointmentRequests').orderBy('id', 'desc').limit(1);
      const token = body.token ?? (await lastEmail(email))!.action!.url.split('#')[1]!;
      return { id: row.id, token, email };
    },
    async answer(id: number, action: AppointmentAction, values: object = {}, who: Person = ann) {
      const { changedAt } = await find(id);
      return app.post(
        `/api/user/appointments/${id}/answer`,
        {
          action,
          changedAt: changedAt.toISOString(),
          ...(action === 'offer' ? { localTime: '2025-03-10T14:30', message: 'Please come ten minutes early.' } : {}),
          ...(action === 'decline' ? { reason: 'full' } : {}),
          ...values,
        },
        { token: who.token },
      );
    },
    asPatient: (token: string, action: 'accept' | 'cancel', values: object = {}) =>
      app.post('/api/appointments/answer', { token, action, ...values }),
  };
}
export type Appointments = Awaited<ReturnType<typeof appointments>>;
