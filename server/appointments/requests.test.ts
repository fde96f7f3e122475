import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';

let a: Appointments;
let id: number;
beforeAll(async () => {
  a = await appointments();
  id = await a.practice();
});
afterAll(() => a.app.stop());

const forgetLimits = () => a.app.deps.db('rateLimits').delete();
const countRequests = async () => (await a.app.deps.db('appointmentRequests')).length;
const profile = async (of = id) => (await a.app.get(`/api/dentists/${of}`)).body;

describe('a request', () => {
  it('is confirmed by email with a link, and announced to the practice without details', async () => {
    await forgetLimits();
    const { status, body } = await a.send(id, {
      name: 'Nora Quinn',
      email: 'Nora@Example.com',
      phone: '(512) 555-0111',
    });
    expect([status, body]).toEqual([200, { token: null }]);
    const email = (await a.lastEmail('nora@example.com'))!;
    expect(email.subject).toBe('Your request to Silva Dental (Dr. Ana Silva)');
    const token = email.action!.url.split('/my-appointment#')[1]!;
    expect((await a.own(token)).body).toMatchObject({
      state: 'new',
      name: 'Nora Quinn',
      phone: '(512) 555-0111',
      times: ['monday-morning', 'friday-evening'],
      insurance: 'Delta Dental PPO',
      isNewPatient: true,
    });
    const notice = (await a.lastEmail(a.ann.email))!;
    const words = JSON.stringify(notice);
    expect(words).toContain('Nora asked for an appointment');
    for (const detail of ['Quinn', 'nora@', '555-0111', 'Delta', token])
      expect(words.toLowerCase()).not.toContain(detail.toLowerCase());
    expect(notice.action!.url).toMatch(/\/dashboard\/appointments#appointment-\d+$/);
    const [stored] = await a.app.deps.db('appointmentRequests').orderBy('id', 'desc').limit(1);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('with a phone number only gets its link in the response', async () => {
    await forgetLimits();
    const { body } = await a.send(id, { email: '', phone: '512 555 0122' });
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect((await a.own(body.token)).body).toMatchObject({ email: null, phone: '512 555 0122' });
  });

  it('needs a name, a way to answer, times, and the human check', async () => {
    await forgetLimits();
    const before = await countRequests();
    for (const [values, field] of [
      [{ name: ' ' }, 'name'],
      [{ email: '', phone: '' }, 'email'],
      [{ email: 'nora' }, 'email'],
      [{ email: '', phone: '555-0111' }, 'phone'],
      [{ times: [] }, 'times'],
      [{ times: ['monday-night'] }, 'times.0'],
      [{ insurance: 'x'.repeat(81) }, 'insurance'],
      [{ isNewPatient: undefined }, 'isNewPatient'],
      [{ serviceId: 999_999 }, 'serviceId'],
    ] as const) {
      await forgetLimits();
      const { status, body } = await a.send(id, values);
      expect([values, status, Object.keys(body.fields ?? {})]).toEqual([values, 400, [field]]);
    }
    const wrong = await a.send(id, { humanCheck: { ...a.humanCheck(), answer: 99 } });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'verification_failed']);
    expect(await countRequests()).toBe(before);
  });

  it('has no field for free text', async () => {
    await forgetLimits();
    expect((await a.send(id, { note: 'My tooth hurts.', message: 'It hurts.' })).status).toBe(200);
    const [stored] = await a.app.deps.db('appointmentRequests').orderBy('id', 'desc').limit(1);
    expect(JSON.stringify(stored)).not.toContain('hurts');
  });

  it('that is sent twice is one request with one link', async () => {
    await forgetLimits();
    const before = await countRequests();
    const key = randomUUID();
    const twice = { key, email: '', phone: '(512) 555-0133' };
    const sent = await Promise.all([1, 2, 3].map(() => a.send(id, twice)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(sent.map(({ body }) => body.token)).size).toBe(1);
    expect(await countRequests()).toBe(before + 1);
    // The key alone doesn't give a stranger the link.
    const stranger = await a.send(id, { ...twice, phone: '(512) 555-0134' });
    expect([stranger.status, stranger.body.error]).toEqual([422, 'key_reused']);
  });
});

describe('limits', () => {
  it('are five an hour for a network', async () => {
    await forgetLimits();
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await a.send(id, { email: `n${n}@example.com` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
  it('are five a day for a contact, however it is written', async () => {
    await forgetLimits();
    const send = async (values: object) => {
      await a.app.deps.db('rateLimits').where('key', 'like', '%appointment network%').delete();
      return (await a.send(id, values)).status;
    };
    const phones = [
      '5125550155',
      '(512) 555-0155',
      '+1 512 555 0155',
      '512.555.0155',
      '1-512-555-0155',
      '512 555 0155',
    ];
    const byPhone = [];
    for (const phone of phones) byPhone.push(await send({ email: '', phone }));
    expect(byPhone).toEqual([200, 200, 200, 200, 200, 429]);
    const byEmail = [];
    for (let n = 0; n < 6; n++) byEmail.push(await send({ email: n % 2 ? 'max@example.com' : 'MAX@example.com' }));
    expect(byEmail).toEqual([200, 200, 200, 200, 200, 429]);
    // The table of limits names no patient.
    const keys = (await a.app.deps.db('rateLimits').pluck('key')).join(' ');
    expect(keys).not.toMatch(/max@|5550155|555-0155/);
  });
  it('are fifty a day for a practice', async () => {
    await forgetLimits();
    await a.app.deps.db('rateLimits').insert({
      key: `LIMIT_CONTACT:appointment listing ${id}`,
      hits: 49,
      resetsAt: new Date(a.app.deps.clock.now().getTime() + 60_000),
    });
    expect((await a.send(id, { email: 'l1@example.com' })).status).toBe(200);
    expect((await a.send(id, { email: 'l2@example.com' })).status).toBe(429);
  });
});

describe('requests are offered', () => {
  it('only by practices that switched them on', async () => {
    await forgetLimits();
    const off = await a.create();
    expect(await profile(off)).toMatchObject({ takesAppointments: false });
    expect((await a.app.get(`/api/dentists/${off}/appointments`)).body).toMatchObject({
      takesRequests: false,
      note: '',
    });
    const refused = await a.send(off);
    expect([refused.status, refused.body.error]).toEqual([409, 'requests_off']);

    expect(await profile()).toMatchObject({ takesAppointments: true });
    const [first, second] = a.services;
    expect((await a.app.get(`/api/dentists/${id}/appointments`)).body).toMatchObject({
      takesRequests: true,
      note: 'Parking is free.',
      services: [{ id: first }, { id: second }],
    });
    expect((await a.settings(id, { serviceIds: [second] })).status).toBe(200);
    expect((await a.app.get(`/api/dentists/${id}/appointments`)).body.services).toMatchObject([{ id: second }]);
    expect((await a.send(id, { serviceId: first })).body.fields).toHaveProperty('serviceId');
    expect((await a.send(id, { serviceId: second })).status).toBe(200);
    expect((await a.settings(id, { isOn: false })).status).toBe(200);
    expect((await a.send(id)).body.error).toBe('requests_off');
    expect(await profile()).toMatchObject({ takesAppointments: false });
    await a.settings(id);
  });

  it('only while the owner who switched them on has a plan and the listing', async () => {
    const owner = await a.app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const mine = await a.practice(owner);
    const plan = (subscriptionStatus: string) =>
      a.app.deps.db('users').where({ id: owner.userId }).update({ subscriptionStatus });
    for (const [status, isOffered] of [
      ['trial', true],
      ['canceled', false],
      ['past_due', false],
      ['active', true],
    ] as const) {
      await plan(status);
      expect([status, (await profile(mine)).takesAppointments]).toEqual([status, isOffered]);
    }
    // The next owner starts with requests switched off.
    await a.app.deps.db('dentists').where({ id: mine }).update({ userId: a.bob.userId });
    expect((await profile(mine)).takesAppointments).toBe(false);
    const [bobs] = (await a.app.get('/api/user/appointment-listings', { token: a.bob.token })).body;
    expect(bobs).toMatchObject({ dentistId: mine, isOn: false, note: '', planActive: true });
  });

  it('with a change of the content version, so that no cached page shows an outdated button', async () => {
    const version = async () =>
      Number((await a.app.deps.db('contentVersions').where({ subject: 'listings' }).sum('n as n'))[0]!.n);
    const before = await version();
    await a.settings(id, { isOn: false });
    expect(await version()).toBeGreaterThan(before);
    await a.settings(id);
  });
});

describe('the link of a patient', () => {
  it('opens one request, and nothing after deletion', async () => {
    const first = await a.request(id);
    const second = await a.request(id);
    expect((await a.own(first.token)).body.email).toBe(first.email);
    expect((await a.own(second.token)).body.email).toBe(second.email);
    expect((await a.own('made-up')).status).toBe(404);
    expect((await a.app.post('/api/appointments/delete', { token: first.token })).body).toEqual({ ok: true });
    for (const path of ['view', 'delete'])
      expect((await a.app.post(`/api/appointments/${path}`, { token: first.token })).status).toBe(404);
    const stored = await a.find(first.id);
    expect(stored).toMatchObject({ state: 'canceled', name: null, email: null, phone: null, times: [], insurance: null, tokenHash: null, linkKey: null }); // prettier-ignore
    expect(await a.lastEmail(a.ann.email)).toMatchObject({ text: [expect.stringContaining('deleted it')] });
    expect((await a.inbox('ended')).map((row: { id: number }) => row.id)).not.toContain(first.id);
    expect((await a.own(second.token)).status).toBe(200);
  });
  it('never reaches the log', async () => {
    const lines: string[] = [];
    const { Writable } = await import('node:stream');
    const { testApp } = await import('#server/test/app.ts');
    const logged = await testApp({
      beside: a.app,
      logTo: new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
    });
    try {
      const { token } = await a.request(id);
      expect((await logged.post('/api/appointments/view', { token })).status).toBe(200);
      expect((await logged.post('/api/appointments/answer', { token, action: 'cancel' })).status).toBe(200);
      expect(lines.join('')).toContain('/api/appointments/view');
      expect(lines.join('')).not.toContain(token);
    } finally {
      await logged.stop();
    }
  });
});

it('counts as a conversion of the visit, and for the owner even without a visit', async () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
  await forgetLimits();
  const mine = await a.practice();
  const headers = { 'user-agent': CHROME };
  const { sessionId } = (await a.app.post('/api/analytics/session', {}, { headers })).body;
  const body = { ...a.form({ email: 'v@example.com' }), key: randomUUID(), humanCheck: a.humanCheck() };
  await a.app.post(`/api/dentists/${mine}/appointments`, body, { headers: { ...headers, 'x-session-id': sessionId } });
  expect((await a.send(mine, { email: 'w@example.com' })).status).toBe(200);
  expect(await a.app.deps.db('conversionEvents').where({ dentistId: mine })).toMatchObject([
    { sessionId, eventType: 'appointment_request', value: 20 },
  ]);
  const insights = (await a.app.get(`/api/user/dentists/${mine}/insights`, { token: a.ann.token })).body;
  expect(insights.totals).toMatchObject({ calls: 0, appointments: 2 });
  const staff = await a.app.signIn({ role: 'admin' });
  const { days } = (await a.app.get('/api/admin/analytics/days', { token: staff.token })).body;
  expect(days.at(-1)).toMatchObject({ appointment: 1, contacts: 1 });
  // Browsers can't report this conversion themselves.
  const forged = await a.app.post('/api/analytics/conversion', { eventType: 'appointment_request', dentistId: mine }, { headers: { ...headers, 'x-session-id': sessionId } }); // prettier-ignore
  expect(forged.status).toBe(400);
});
