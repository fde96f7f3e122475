import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';
import { paid, type Person } from '#server/test/people/owners.ts';

let a: Appointments;
beforeAll(async () => {
  a = await appointments();
});
afterAll(() => a.app.stop());

async function team() {
  const owner = await a.app.signIn({ ...paid, name: 'Olive' });
  const manager = await a.app.signIn({ name: 'Max' });
  const id = await a.practice(owner);
  await a.app.deps.db('listingManagers').insert({
    dentistId: id,
    email: manager.email,
    userId: manager.userId,
    invitedAt: a.app.deps.clock.now(),
    acceptedAt: a.app.deps.clock.now(),
  });
  return { id, owner, manager };
}
const idsOf = async (who: Person, list = 'new') => (await a.inbox(list, who)).map((row: { id: number }) => row.id);

describe('who may do what', () => {
  it('the owner and managers answer and change settings; strangers and visitors get nothing', async () => {
    const { id, owner, manager } = await team();
    const staff = await a.app.signIn({ role: 'admin' });
    for (const [who, status] of [
      [owner, 200],
      [manager, 200],
      [a.bob, 404],
      [staff, 404],
    ] as const) {
      const request = await a.request(id);
      expect((await a.answer(request.id, 'offer', {}, who)).status).toBe(status);
      expect((await a.settings(id, {}, who)).status).toBe(status);
      expect(await idsOf(who, status === 200 ? 'answered' : 'new')).toEqual(
        status === 200 ? expect.arrayContaining([request.id]) : [],
      );
      const csv = (await a.app.get('/api/user/appointments/export', { token: who.token })).text;
      expect(csv.includes(request.email)).toBe(status === 200);
    }
    const request = await a.request(id);
    for (const [method, path] of [
      ['GET', '/api/user/appointments'],
      ['GET', '/api/user/appointment-listings'],
      ['GET', '/api/user/appointments/export'],
      ['PUT', `/api/user/dentists/${id}/appointments`],
      ['POST', `/api/user/appointments/${request.id}/answer`],
      ['GET', '/api/admin/appointments'],
      ['GET', '/api/admin/appointments/counts'],
      ['POST', `/api/admin/appointments/${request.id}/open`],
      ['POST', `/api/admin/appointments/${request.id}/close`],
    ] as const) {
      const call = (token?: string) => a.app.call(method, path, { token, ...(method === 'GET' ? {} : { body: {} }) });
      expect([path, (await call()).status]).toEqual([path, 401]);
      if (path.startsWith('/api/admin')) expect([path, (await call(owner.token)).status]).toEqual([path, 403]);
    }
    expect((await a.find(request.id)).state).toBe('new');
  });

  it('managers get the emails, too', async () => {
    const { id, manager } = await team();
    await a.request(id);
    expect(await a.lastEmail(manager.email)).toMatchObject({ subject: 'New appointment request for Dr. Ana Silva' });
  });

  it('the next owner sees no request of the time before', async () => {
    const { id, owner } = await team();
    const request = await a.request(id);
    await a.app.deps.db('dentists').where({ id }).update({ userId: a.bob.userId });
    for (const who of [owner, a.bob]) {
      expect(await idsOf(who)).not.toContain(request.id);
      expect((await a.answer(request.id, 'call', {}, who)).status).toBe(404);
      expect((await a.app.get('/api/user/appointments/export', { token: who.token })).text).not.toContain(
        request.email,
      );
    }
  });

  it('without a plan, requests can only be read and switched off', async () => {
    const { id, owner, manager } = await team();
    const request = await a.request(id);
    await a.app.deps.db('users').where({ id: owner.userId }).update({ subscriptionStatus: 'canceled' });
    for (const who of [owner, manager]) {
      expect((await a.answer(request.id, 'offer', {}, who)).body.error).toBe('subscription_required');
      expect((await a.settings(id, { isOn: true }, who)).body.error).toBe('subscription_required');
      expect((await a.settings(id, { isOn: false }, who)).status).toBe(200);
      expect(await idsOf(who)).toEqual([request.id]);
    }
  });
});

describe('staff', () => {
  it('see counts and a list without patients, and each opening is recorded', async () => {
    const { id } = await team();
    const request = await a.request(id, { insurance: 'Secret Plan' });
    const staff = await a.app.signIn({ role: 'admin', name: 'Pat Staff' });
    const list = await a.app.get('/api/admin/appointments?state=new', { token: staff.token });
    expect(list.body[0]).toMatchObject({ id: request.id, dentistId: id, state: 'new', isErased: false });
    expect(list.text).not.toMatch(/Pia|patient-|Secret Plan/);
    const { body: counts } = await a.app.get('/api/admin/appointments/counts', { token: staff.token });
    expect(Number(list.headers.get('x-total-count'))).toBe(counts.new);
    const opened = await a.app.post(`/api/admin/appointments/${request.id}/open`, {}, { token: staff.token });
    expect(opened.body).toMatchObject({ name: 'Pia Patient', email: request.email, history: [{ action: 'request' }] });
    const log = await a.app.deps.db('auditLog').where({ subject: 'appointment', subjectId: String(request.id) });
    expect(log).toMatchObject([{ action: 'appointment.opened', actorName: 'Pat Staff' }]);
    expect(JSON.stringify(log)).not.toMatch(/Pia|patient-/);
    const close = () => a.app.post(`/api/admin/appointments/${request.id}/close`, {}, { token: staff.token });
    expect((await close()).status).toBe(200);
    expect((await close()).body.error).toBe('not_possible');
    expect(await a.lastEmail(request.email)).toMatchObject({ text: [expect.stringContaining('staff closed')] });
    expect((await a.own(request.token)).body.state).toBe('closed');
  });
});

it('the CSV of a practice has its requests and no formulas', async () => {
  const { id, owner } = await team();
  const { email } = await a.request(id, { name: '=cmd()', serviceId: a.services[0] });
  const { headers, text } = await a.app.get('/api/user/appointments/export', { token: owner.token });
  expect(headers.get('content-disposition')).toBe('attachment; filename="appointment-requests.csv"');
  const [head, row] = text.split('\r\n');
  expect(head).toContain('Request,Listing,State,Name,Email');
  expect(row).toContain(`New,'=cmd(),${email}`);
  expect(row).toContain('Mon morning; Fri evening');
});
