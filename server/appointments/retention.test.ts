import { afterAll, beforeAll, expect, it } from 'vitest';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';
import { paid } from '#server/test/people/owners.ts';
import { closeUnanswerable, eraseOldRequests } from './retention.ts';

let a: Appointments;
beforeAll(async () => {
  a = await appointments();
});
afterAll(() => a.app.stop());

const DAY = 86_400_000;
const stateOf = async (id: number) => (await a.find(id)).state;

/** A practice with its own owner, and a request in each open state and an accepted one. */
async function practice() {
  const owner = await a.app.signIn({ ...paid, name: 'Olive' });
  const id = await a.practice(owner);
  const requests = [];
  for (const state of ['new', 'called', 'offered', 'accepted']) {
    const request = await a.request(id);
    await a.app.deps.db('appointmentRequests').where({ id: request.id }).update({ state });
    requests.push(request);
  }
  return { id, owner, requests };
}

it.each([
  [
    'the owner releases the listing',
    ({ id, owner }) => a.app.post(`/api/user/dentists/${id}/unclaim`, {}, { token: owner.token }),
  ],
  [
    'the owner deletes the listing',
    ({ id, owner }) => a.app.call('DELETE', `/api/user/dentists/${id}`, { token: owner.token }),
  ],
  [
    'the listing gets another owner',
    ({ id }) => a.app.deps.db('dentists').where({ id }).update({ userId: a.bob.userId }),
  ],
  [
    'the plan ends',
    ({ owner }) => a.app.deps.db('users').where({ id: owner.userId }).update({ subscriptionStatus: 'canceled' }),
  ],
  ['the account of the owner is deleted', ({ owner }) => a.app.deps.db('users').where({ id: owner.userId }).delete()],
] as [string, (of: Awaited<ReturnType<typeof practice>>) => PromiseLike<unknown>][])(
  'open requests are closed with an email when %s',
  async (_what, change) => {
    const of = await practice();
    await closeUnanswerable(a.app.deps);
    expect(await stateOf(of.requests[0]!.id)).toBe('new');
    await change(of);
    await closeUnanswerable(a.app.deps);
    await closeUnanswerable(a.app.deps);
    // An agreed time stays agreed.
    expect(await Promise.all(of.requests.map(({ id }) => stateOf(id)))).toEqual([
      'closed',
      'closed',
      'closed',
      'accepted',
    ]);
    const [first, , , accepted] = of.requests;
    expect(await a.lastEmail(first!.email)).toMatchObject({ subject: expect.stringMatching(/is closed$/) });
    expect(await a.lastEmail(accepted!.email)).toMatchObject({ subject: expect.stringMatching(/^Your request to/) });
    expect(await a.app.deps.db('appointmentEvents').where({ requestId: first!.id, action: 'close' })).toHaveLength(1);
    expect((await a.own(first!.token)).body).toMatchObject({ state: 'closed' });
  },
);

it('personal data is erased 90 days after the last change, and the counts stay', async () => {
  const id = await a.practice();
  const old = await a.request(id, { serviceId: a.services[0] });
  await a.answer(old.id, 'offer');
  const fresh = await a.request(id);
  const { db, clock } = a.app.deps;
  const edge = clock.now().getTime() - 90 * DAY;
  await db('appointmentRequests')
    .where({ id: old.id })
    .update({ changedAt: new Date(edge - 1) });
  await db('appointmentRequests')
    .where({ id: fresh.id })
    .update({ changedAt: new Date(edge + 60_000) });
  const before = (await a.app.get(`/api/user/dentists/${id}/insights`, { token: a.ann.token })).body.totals;
  expect(before.appointments).toBe(2);
  await eraseOldRequests(a.app.deps);
  expect(await a.find(old.id)).toMatchObject({
    state: 'closed',
    name: null,
    email: null,
    phone: null,
    times: [],
    serviceId: null,
    insurance: null,
    isNewPatient: null,
    offeredAt: null,
    linkKey: null,
    tokenHash: null,
  });
  const events = await db('appointmentEvents').where({ requestId: old.id }).orderBy('id');
  expect(events).toMatchObject([
    { action: 'request', message: null },
    { action: 'offer', message: null, offeredAt: null },
  ]);
  expect((await a.own(old.token)).status).toBe(404);
  expect((await a.own(fresh.token)).status).toBe(200);
  expect((await a.inbox('ended')).map((row: { id: number }) => row.id)).not.toContain(old.id);
  expect((await a.app.get(`/api/user/dentists/${id}/insights`, { token: a.ann.token })).body.totals).toEqual(before);
  const again = await a.find(old.id);
  clock.advance(1_000);
  await eraseOldRequests(a.app.deps);
  expect((await a.find(old.id)).erasedAt).toEqual(again.erasedAt);
});

it('requests and settings move with a merge, and back when it is undone', async () => {
  const owner = await a.app.signIn({ ...paid, name: 'Olive' });
  const gone = await a.practice(owner);
  const request = await a.request(gone);
  const kept = await a.create(owner);
  await a.app.deps.db('dentists').where({ id: kept }).update({ userId: null });
  const staff = await a.app.signIn({ role: 'admin' });
  const merge = await a.app.post(
    `/api/admin/listings/${kept}/merge`,
    { otherId: gone, take: [] },
    { token: staff.token },
  );
  expect([merge.status, merge.body.message]).toEqual([200, undefined]);
  await closeUnanswerable(a.app.deps);
  expect(await a.inbox('new', owner)).toMatchObject([{ id: request.id, dentistId: kept, state: 'new' }]);
  expect((await a.app.get(`/api/dentists/${kept}`)).body).toMatchObject({ takesAppointments: true });
  const undo = await a.app.post(`/api/admin/merges/${merge.body.mergeId}/undo`, {}, { token: staff.token });
  expect([undo.status, undo.body.message]).toEqual([200, undefined]);
  expect(await a.find(request.id)).toMatchObject({ dentistId: gone, state: 'new' });
  expect((await a.app.get(`/api/dentists/${gone}`)).body).toMatchObject({ takesAppointments: true });
});
