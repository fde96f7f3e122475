import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appointmentActions,
  appointmentActors,
  appointmentStates,
  nextState,
  type AppointmentAction,
  type AppointmentState,
} from '#shared/appointments/appointment-state.ts';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';

/** Every allowed change. Rows are states, and each action belongs to the actor named before it. */
const allowed: Record<AppointmentState, Record<string, AppointmentState>> = {
  new: {
    'practice offer': 'offered',
    'practice decline': 'declined',
    'practice call': 'called',
    'patient cancel': 'canceled',
    'staff close': 'closed',
    'system close': 'closed',
  },
  called: {
    'practice offer': 'offered',
    'practice decline': 'declined',
    'patient cancel': 'canceled',
    'staff close': 'closed',
    'system close': 'closed',
  },
  offered: {
    'practice offer': 'offered',
    'practice decline': 'declined',
    'practice call': 'called',
    'patient accept': 'accepted',
    'patient cancel': 'canceled',
    'staff close': 'closed',
    'system close': 'closed',
  },
  accepted: {
    'practice offer': 'offered',
    'practice decline': 'declined',
    'patient cancel': 'canceled',
    'staff close': 'closed',
    'system close': 'closed',
  },
  declined: {},
  canceled: {},
  closed: {},
};

let a: Appointments;
let practiceId: number;
let staff: { token: string };
beforeAll(async () => {
  a = await appointments();
  practiceId = await a.practice();
  staff = await a.app.signIn({ role: 'admin' });
});
afterAll(() => a.app.stop());

it('the matrix allows these changes and no others', () => {
  for (const state of appointmentStates)
    for (const actor of appointmentActors)
      for (const action of appointmentActions)
        expect([state, actor, action, nextState(state, action, actor)]).toEqual([
          state,
          actor,
          action,
          allowed[state][`${actor} ${action}`] ?? null,
        ]);
});

describe('over HTTP', () => {
  /** The actor who has a call for each action. */
  const calls: Record<AppointmentAction, (request: { id: number; token: string }) => Promise<{ status: number }>> = {
    offer: ({ id }) => a.answer(id, 'offer'),
    decline: ({ id }) => a.answer(id, 'decline'),
    call: ({ id }) => a.answer(id, 'call'),
    accept: ({ token }) => a.asPatient(token, 'accept'),
    cancel: ({ token }) => a.asPatient(token, 'cancel'),
    close: ({ id }) => a.app.post(`/api/admin/appointments/${id}/close`, {}, { token: staff.token }),
  };
  const actorOf = { offer: 'practice', decline: 'practice', call: 'practice', accept: 'patient', cancel: 'patient', close: 'staff' }; // prettier-ignore

  it.each(appointmentStates)('a request that is %s takes only its allowed actions', async (state) => {
    const request = await a.request(practiceId);
    for (const action of appointmentActions) {
      await a.app.deps.db('appointmentRequests').where({ id: request.id }).update({ state });
      const next = allowed[state][`${actorOf[action]} ${action}`];
      const { status } = await calls[action](request);
      expect([action, status, (await a.find(request.id)).state]).toEqual([action, next ? 200 : 409, next ?? state]);
    }
  });
});

it('both sides see the state and its history', async () => {
  const { id, token, email } = await a.request(practiceId);
  expect((await a.answer(id, 'offer')).body).toMatchObject({ state: 'offered', offeredAt: '2025-03-10T19:30:00.000Z' });
  expect(await a.lastEmail(email)).toMatchObject({
    subject: 'Silva Dental (Dr. Ana Silva) offers you a time',
    text: expect.arrayContaining([expect.stringContaining('Monday, March 10, 2025 at 2:30 PM CT')]),
    action: { url: `${a.app.url}/my-appointment#${token}` },
  });
  const seen = (await a.own(token)).body;
  expect(seen).toMatchObject({
    state: 'offered',
    offeredAt: '2025-03-10T19:30:00.000Z',
    practice: { name: 'Dr. Ana Silva', timeZone: 'America/Chicago' },
    history: [
      { actor: 'patient', action: 'request' },
      { actor: 'practice', action: 'offer', message: 'Please come ten minutes early.' },
    ],
  });
  // The patient doesn't learn who of the practice answered.
  expect(JSON.stringify(seen)).not.toContain('Ann');
  const accepted = await a.asPatient(token, 'accept', { offeredAt: seen.offeredAt });
  expect(accepted.body.state).toBe('accepted');
  expect(await a.lastEmail(a.ann.email)).toMatchObject({
    subject: 'Pia accepted your time',
    action: { url: `${a.app.url}/dashboard/appointments?requests=answered#appointment-${id}` },
  });
  const [received] = await a.inbox('answered');
  expect(received).toMatchObject({
    id,
    state: 'accepted',
    name: 'Pia Patient',
    history: [{ action: 'request' }, { action: 'offer', by: 'Ann' }, { action: 'accept', by: null }],
  });
});

it('an answer to an outdated state is refused', async () => {
  const { id, token } = await a.request(practiceId);
  const { changedAt } = await a.find(id);
  const stale = { changedAt: changedAt.toISOString() };
  expect((await a.answer(id, 'offer')).status).toBe(200);
  const second = await a.answer(id, 'decline', stale);
  expect([second.status, second.body.error]).toEqual([409, 'changed_meanwhile']);
  const seen = (await a.own(token)).body.offeredAt;
  expect((await a.answer(id, 'offer', { localTime: '2025-03-11T09:00' })).status).toBe(200);
  const outdated = await a.asPatient(token, 'accept', { offeredAt: seen });
  expect([outdated.status, outdated.body.error]).toEqual([409, 'changed_meanwhile']);
  expect((await a.find(id)).state).toBe('offered');
  // Without the time, nothing says which offer the patient saw.
  expect((await a.asPatient(token, 'accept')).status).toBe(200);
});

it('an answer sent twice under one key counts once', async () => {
  const { id } = await a.request(practiceId);
  const { changedAt } = await a.find(id);
  const body = { action: 'call', changedAt: changedAt.toISOString() };
  const options = { token: a.ann.token, headers: { 'idempotency-key': 'answer-key-1' } };
  const answers = await Promise.all([1, 2].map(() => a.app.post(`/api/user/appointments/${id}/answer`, body, options)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await a.app.deps.db('appointmentEvents').where({ requestId: id, action: 'call' })).toHaveLength(1);
});

it('an offered time is a future time on the clock of the practice', async () => {
  const { id } = await a.request(practiceId);
  for (const localTime of [
    '2025-03-03T08:59',
    '2025-03-09T02:30',
    '2025-02-31T09:00',
    '2027-01-01T09:00',
    '2025-03-10T25:00',
    '',
  ]) {
    const { status, body } = await a.answer(id, 'offer', { localTime });
    expect([localTime, status, Object.keys(body.fields)]).toEqual([localTime, 400, ['localTime']]);
  }
  expect((await a.find(id)).state).toBe('new');
});
