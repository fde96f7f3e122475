import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimants, license, type Claimants } from '#server/test/people/claimants.ts';
import { paid } from '#server/test/people/owners.ts';

let c: Claimants;
beforeAll(async () => {
  c = await claimants();
});
afterAll(() => c.app.stop());

describe('permission to claim', () => {
  it.each([
    ['free', 'inactive', 403],
    ['professional', 'canceled', 403],
    ['professional', 'past_due', 403],
    ['free', 'active', 403],
    ['professional', 'active', 200],
    ['pro_max', 'trial', 200],
    ['enterprise', 'active', 200],
  ])('%s %s answers %i', async (subscriptionPlan, subscriptionStatus, status) => {
    const { token } = await c.app.signIn({ subscriptionPlan, subscriptionStatus });
    const answered = await c.claim(await c.listing(), token);
    expect([answered.status, answered.body.error]).toEqual([
      status,
      status === 403 ? 'subscription_required' : undefined,
    ]);
  });
  it('requires a login and a paid plan, before the body is read', async () => {
    const id = await c.listing();
    expect((await c.app.post(`/api/dentists/${id}/claim-request`, c.form)).status).toBe(401);
    const { token } = await c.app.signIn();
    expect((await c.app.call('POST', `/api/dentists/${id}/claim-request`, { token, body: '{' })).status).toBe(403);
  });
});

describe('the form', () => {
  it.each([
    [{ requestorName: 'A' }, 'requestorName', 'Name is required'],
    [{ requestorEmail: 'ana' }, 'requestorEmail', 'Valid email is required'],
    [{ requestorPhone: '512555014' }, 'requestorPhone', 'Valid phone number is required'],
    [{ relationshipToPractice: '' }, 'relationshipToPractice', 'Please select your relationship to the practice'],
    [{ relationshipToPractice: 'king' }, 'relationshipToPractice', 'Please select your relationship to the practice'],
  ])('%j', async (values, field, message) => {
    const { token } = await c.app.signIn(paid);
    const { status, body } = await c.claim(await c.listing(), token, values);
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
  });
  it.each([
    [
      { verificationDocument: `data:application/pdf;base64,${Buffer.from('<html>').toString('base64')}` },
      'Please upload a valid file (pdf, jpeg, png, webp)',
    ],
    [{ verificationDocument: 'passport' }, 'Please upload a valid file (pdf, jpeg, png, webp)'],
    [{ practiceImage: license }, 'Please upload a valid image file (jpeg, jpg, png, webp)'],
  ])('refuses files that are not what they say', async (values, message) => {
    const { token, userId } = await c.app.signIn(paid);
    const { status, body } = await c.claim(await c.listing(), token, values);
    expect([status, body.message]).toEqual([400, message]);
    expect(await c.app.deps.db('claimRequests').where({ userId })).toEqual([]);
  });
  it.each(['-1', '1e3', '99999999999', 'abc', '2147483647', '0'])('answers 400 or 404 for the id %s', async (id) => {
    const { token } = await c.app.signIn(paid);
    expect([400, 404]).toContain((await c.app.post(`/api/dentists/${id}/claim-request`, c.form, { token })).status);
  });
  it('ignores fields that only the server sets', async () => {
    const { token, userId } = await c.app.signIn(paid);
    const { body } = await c.claim(await c.listing(), token, {
      userId: 1,
      status: 'approved',
      reviewedBy: 1,
      reviewNotes: 'yes',
      id: 77,
      submittedAt: '2020-01-01T00:00:00Z',
    });
    expect(body).toMatchObject({
      userId,
      status: 'pending',
      reviewedBy: null,
      reviewNotes: null,
      submittedAt: '2025-03-03T15:00:00.000Z',
      dueAt: '2025-03-06T22:00:00.000Z',
    });
  });
});

it('two people can claim one listing, each once, unless it has an owner', async () => {
  const id = await c.listing();
  const [one, two] = [await c.app.signIn(paid), await c.app.signIn(paid)];
  expect((await c.claim(id, one.token)).status).toBe(200);
  expect((await c.claim(id, two.token)).status).toBe(200);
  const again = await c.claim(id, one.token);
  expect([again.status, again.body.error]).toEqual([409, 'already_pending']);
  const owned = await c.claim(await c.listing({ userId: two.userId }), one.token);
  expect([owned.status, owned.body.error]).toEqual([409, 'already_claimed']);
  expect((await c.claim(await c.listing({ deletedAt: new Date() }), one.token)).status).toBe(404);
  const burst = await Promise.all(Array.from({ length: 6 }, () => c.claim(5 + id, one.token)));
  expect(burst.every(({ status }) => status === 404)).toBe(true);
  const fresh = await c.listing();
  const six = await Promise.all(Array.from({ length: 6 }, () => c.claim(fresh, one.token)));
  expect(six.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
});
