import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_REGISTER: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'yellow harbour bicycle';
async function person(change: object = {}) {
  const email = `d${Math.random().toString(36).slice(2)}@example.com`;
  const { body } = await app.post('/api/auth/signup', { email, password, name: 'Dana Person' });
  await app.deps
    .db('users')
    .where({ email })
    .update({ name: 'Dana Person', ...change });
  return { token: body.token as string, id: body.user.id as number, email };
}
const remove = (token: string, given = password) =>
  app.post('/api/auth/delete-account', { password: given }, { token });

describe('deleting an account', () => {
  it('releases listings, anonymizes claims, and ends all sessions', async () => {
    const { token, id, email } = await person();
    const [listing] = await app.deps
      .db('dentists')
      .insert({ name: 'Dr. Listed', city: 'Austin', state: 'TX', userId: id })
      .returning('id');
    const claim = {
      dentistId: listing.id,
      userId: id,
      requestorName: 'Dana Person',
      requestorEmail: email,
      requestorPhone: '555 555 0123',
      relationshipToPractice: 'owner',
      licenseNumber: 'TX-1',
    };
    const [pending] = await app.deps
      .db('claimRequests')
      .insert([
        { ...claim, npi: '1234567893', additionalInfo: 'My own words.' },
        { ...claim, status: 'approved', reviewNotes: 'Checked.' },
      ])
      .returning('id');
    const at = app.deps.clock.now();
    const paper = { claimId: pending.id, kind: 'document', name: 'lease.pdf', type: 'application/pdf', size: 3 };
    await app.deps.db('claimAttachments').insert({ ...paper, bytes: Buffer.from('pdf'), createdAt: at });
    await app.deps
      .db('claimEvents')
      .insert({ claimId: pending.id, at, kind: 'answered', actorId: id, note: 'My own words.' });
    const paid = { userId: id, customerId: 'cus_1', invoiceId: 'in_1', description: 'Professional', status: 'paid' };
    await app.deps.db('transactions').insert({ ...paid, currency: 'usd', cents: 6000, paidCents: 6000, createdAt: at });
    const wrong = await remove(token, 'not my password');
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['password']]);
    expect((await remove(token)).body).toEqual({ ok: true });
    expect(await app.deps.db('dentists').where({ id: listing.id }).first('userId', 'name')).toEqual({
      userId: null,
      name: 'Dr. Listed',
    });
    const claims = await app.deps
      .db('claimRequests')
      .orderBy('id')
      .select('userId', 'requestorName', 'requestorEmail', 'requestorPhone', 'licenseNumber', 'status', 'reviewNotes');
    const nobody = {
      userId: null,
      requestorName: 'Deleted account',
      requestorEmail: '',
      requestorPhone: '',
      licenseNumber: null,
    };
    expect(claims).toEqual([
      { ...nobody, status: 'withdrawn', reviewNotes: null },
      { ...nobody, status: 'approved', reviewNotes: 'Checked.' },
    ]);
    expect(JSON.stringify(await app.deps.db('claimRequests'))).not.toMatch(/1234567893|own words|Dana/);
    expect(await app.deps.db('claimAttachments')).toEqual([]);
    expect(await app.deps.db('claimEvents').orderBy('id').select('kind', 'note', 'actorId')).toEqual([
      { kind: 'answered', note: null, actorId: null },
      { kind: 'withdrawn', note: 'The account was deleted.', actorId: null },
    ]);
    expect(await app.deps.db('transactions').select('userId', 'paidCents')).toEqual([
      { userId: null, paidCents: 6000 },
    ]);
    expect((await app.get('/api/auth/me', { token })).status).toBe(401);
    expect((await app.post('/api/auth/login', { email, password })).status).toBe(401);
    expect(await app.deps.db('users').where({ email })).toEqual([]);
  });

  it('requires an active subscription to be canceled first', async () => {
    const { token, id } = await person({ stripeSubscriptionId: 'sub_1', subscriptionStatus: 'active' });
    expect((await remove(token)).body.error).toBe('subscription_running');
    // A canceled plan that has not ended yet does not block the deletion.
    const at = app.deps.clock.now();
    await app.deps.db('billingCustomers').insert({ id: 'cus_9', userId: id, createdAt: at });
    await app.deps.db('subscriptions').insert({
      id: 'sub_1',
      customerId: 'cus_9',
      userId: id,
      priceId: 'price_1',
      plan: 'professional',
      interval: 'monthly',
      cents: 6000,
      status: 'active',
      currentPeriodStart: at,
      currentPeriodEnd: at,
      startedAt: at,
    });
    expect((await remove(token)).body.error).toBe('subscription_running');
    await app.deps.db('subscriptions').update({ cancelAt: at });
    expect((await remove(token)).status).toBe(200);
  });

  it('keeps one administrator even if the last two delete their accounts concurrently', async () => {
    const pair = [await person({ role: 'admin' }), await person({ role: 'admin' })];
    const answers = await Promise.all(pair.map(({ token }) => remove(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await app.deps.db('users').where({ role: 'admin' })).toHaveLength(1);
  });
});

describe('changing the password', () => {
  it('requires the current password, ends other sessions, and sends an email', async () => {
    const { token, email } = await person();
    const { body: elsewhere } = await app.post('/api/auth/login', { email, password });
    const change = (currentPassword: string, newPassword: string) =>
      app.post('/api/auth/change-password', { currentPassword, newPassword }, { token });
    expect(Object.keys((await change('wrong', 'a whole new sentence')).body.fields)).toEqual(['currentPassword']);
    expect(Object.keys((await change(password, 'letmein123')).body.fields)).toEqual(['newPassword']);
    expect((await change(password, 'a whole new sentence')).status).toBe(200);
    expect((await app.get('/api/auth/me', { token })).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: elsewhere.token })).status).toBe(401);
    expect((await app.post('/api/auth/login', { email, password })).status).toBe(401);
  });

  it('requires 15 characters from administrators', async () => {
    const { token } = await person({ role: 'admin' });
    const short = await app.post(
      '/api/auth/change-password',
      { currentPassword: password, newPassword: 'short but odd' },
      { token },
    );
    expect(short.body.fields.newPassword).toBe('Please use at least 15 characters.');
  });
});
