import { afterAll, beforeAll, expect, it } from 'vitest';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';

let a: Appointments;
beforeAll(async () => {
  a = await appointments();
});
afterAll(() => a.app.stop());

const accepted = (id: number) =>
  a.app.deps
    .db('agreementAcceptances')
    .where({ dentistId: id })
    .orderBy('id')
    .select('version', 'userId', 'acceptedBy', 'acceptedAt');
const listed = async (id: number) =>
  (await a.app.get('/api/user/appointment-listings', { token: a.ann.token })).body.find(
    ({ dentistId }: { dentistId: number }) => dentistId === id,
  );

it('a practice takes requests only with the agreement, and a new version asks again', async () => {
  const id = await a.create(a.ann);
  const refused = await a.settings(id, { agreement: undefined });
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: 'agreement_required', message: 'Please accept the business associate agreement first.' },
  ]);
  expect([(await listed(id)).isOn, (await listed(id)).agreementAccepted]).toEqual([false, false]);
  expect((await a.settings(id, { isOn: false, agreement: undefined })).status).toBe(200);
  expect(await accepted(id)).toEqual([]);

  const first = (await a.app.get('/api/user/business-agreement', { token: a.ann.token })).body;
  expect(first).toMatchObject({ version: 1, body: expect.stringContaining('Business Associate Agreement') });
  expect((await a.settings(id, { agreement: first.version })).status).toBe(200);
  expect((await a.settings(id, { agreement: undefined, note: 'Hello.' })).status).toBe(200);
  const ann = { userId: a.ann.userId, acceptedBy: expect.stringContaining('@'), acceptedAt: a.app.deps.clock.now() };
  expect(await accepted(id)).toEqual([{ version: 1, ...ann }]);

  const staff = await a.app.signIn({ role: 'admin' });
  const publish = (body: object) => a.app.post('/api/admin/business-agreement', body, { token: staff.token });
  expect((await publish({ body: first.body, replaces: 1 })).body.error).toBe('unchanged');
  expect((await publish({ body: ' ', replaces: 1 })).status).toBe(400);
  expect((await publish({ body: 'New words.', replaces: 1 })).body).toMatchObject({ version: 2, body: 'New words.' });
  expect((await publish({ body: 'Newer words.', replaces: 1 })).body.error).toBe('changed_meanwhile');
  // Patients still reach the practice while its owner is asked again.
  expect((await listed(id)).isOn).toBe(true);
  expect((await listed(id)).agreementAccepted).toBe(false);
  expect((await a.settings(id, { agreement: undefined })).body.error).toBe('agreement_required');
  expect((await a.settings(id, { agreement: 1 })).body.message).toBe(
    'The business associate agreement has changed. Please read the new version.',
  );
  const overview = async () => (await a.app.get('/api/admin/business-agreement', { token: staff.token })).body;
  expect(await overview()).toMatchObject({ agreement: { version: 2 }, practices: 1, accepted: 0 });
  expect((await a.settings(id, { agreement: 2 })).status).toBe(200);
  expect(await accepted(id)).toEqual([
    { version: 1, ...ann },
    { version: 2, ...ann },
  ]);
  expect(await overview()).toMatchObject({ practices: 1, accepted: 1, acceptances: [{ version: 2 }, { version: 1 }] });
  const [audited] = await a.app.deps.db('auditLog').where({ action: 'agreement.published' });
  expect(audited).toMatchObject({ before: { version: 1 }, after: { version: 2 } });

  // Another owner accepts for themselves.
  await a.app.deps.db('dentists').where({ id }).update({ userId: a.bob.userId });
  await a.app.deps
    .db('users')
    .where({ id: a.bob.userId })
    .update({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  expect((await a.settings(id, { agreement: undefined }, a.bob)).body.error).toBe('agreement_required');
});
