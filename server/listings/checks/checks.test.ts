import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideClaim } from '#server/test/people/claim-requests.ts';
import { owners, type Owners, type Person } from '#server/test/people/owners.ts';

let o: Owners;
let admin: Person;
beforeAll(async () => {
  o = await owners();
  admin = await o.app.signIn({ role: 'admin' });
});
afterAll(() => o.app.stop());

const openCheck = (dentistId: number) =>
  o.app.deps.db('claimRequests').where({ dentistId, status: 'pending' }).whereNot({ kind: 'claim' }).first();
const decide = async (dentistId: number, body: object) =>
  decideClaim(o.app, admin.token, (await openCheck(dentistId)).id, body);
const reverse = (id: number) =>
  o.app.post(`/api/admin/claim-requests/${id}/reverse`, { reason: 'Too soon.' }, { token: admin.token });
const publicPage = async (id: number) => (await o.app.get(`/api/dentists/${id}`)).body;
const own = async (id: number, who = o.ann) =>
  (await o.app.get('/api/user/dentists', { token: who.token })).body.find((row: { id: number }) => row.id === id);

/** A listing of Ann's that staff verified. */
async function verified(): Promise<number> {
  const id = await o.create();
  expect((await decide(id, { status: 'approved' })).status).toBe(200);
  return id;
}

describe('a small edit of a verified name', () => {
  it('keeps the badge and opens no check, but not together with another phone', async () => {
    const id = await verified();
    const save = (body: object) => o.app.call('PUT', `/api/user/dentists/${id}`, { token: o.ann.token, body });
    const { practiceName } = await own(id);
    await save({ practiceName: `${practiceName} & Family` });
    expect(await own(id)).toMatchObject({ practiceName: `${practiceName} & Family`, isVerified: true });
    expect(await openCheck(id)).toBeUndefined();
    await save({ practiceName: `The ${practiceName}`, phone: '(512) 555-0199' });
    expect(await own(id)).toMatchObject({ isVerified: false, changesUnderReview: true });
    expect(await openCheck(id)).toMatchObject({ kind: 'identity_change' });
  });
});

describe('a listing that its owner added', () => {
  it('is paid at once, opens a check in the queue, and is verified by its approval', async () => {
    const id = await o.create();
    expect(await publicPage(id)).toMatchObject({ isPaid: true, isVerified: false, claimed: true });
    expect(await own(id)).toMatchObject({ checkPending: true, isVerified: false });
    const queue = (await o.app.get('/api/admin/claim-requests?status=pending', { token: admin.token })).body;
    const check = queue.find((claim: { dentistId: number }) => claim.dentistId === id);
    expect(check).toMatchObject({ kind: 'new_listing', requestorName: 'Ann', listing: { userId: o.ann.userId } });
    expect((await decide(id, { status: 'approved' })).body.status).toBe('approved');
    const page = await publicPage(id);
    expect(page).toMatchObject({ isVerified: true, ownershipReviewedAt: '2025-03-03T15:00:00.000Z' });
    expect(await own(id)).toMatchObject({ checkPending: false, isVerified: true });
    expect((await reverse(check.id)).status).toBe(200);
    expect(await publicPage(id)).toMatchObject({ isVerified: false, ownershipReviewedAt: null, claimed: true });
    expect((await own(id)).checkPending).toBe(true);
  });

  it('stays with its owner, unverified, if the check is rejected', async () => {
    const id = await o.create();
    expect((await decide(id, { status: 'rejected' })).status).toBe(400);
    expect((await decide(id, { status: 'rejected', reviewNotes: 'No one answered.' })).status).toBe(200);
    expect(await own(id)).toMatchObject({ checkPending: false, isVerified: false, role: 'owner' });
  });

  it('is not verified while the owner has an unverified email', async () => {
    const uma = await o.app.signIn({
      name: 'Uma',
      subscriptionPlan: 'professional',
      subscriptionStatus: 'active',
      emailVerifiedAt: null,
    });
    const id = await o.create(uma);
    const refused = await decide(id, { status: 'approved' });
    expect([refused.status, refused.body.error]).toEqual([409, 'email_unverified']);
    await o.app.deps.db('users').where({ id: uma.userId }).update({ emailVerifiedAt: o.app.deps.clock.now() });
    expect((await decide(id, { status: 'approved' })).status).toBe(200);
  });

  it("has a check that its owner can answer but not withdraw, and that strangers can't see", async () => {
    const id = await o.create();
    const check = await openCheck(id);
    const path = `/api/user/claim-requests/${check.id}`;
    expect((await o.app.post(`${path}/withdraw`, {}, { token: o.ann.token })).body.error).toBe('not_withdrawable');
    expect((await o.app.post(`${path}/answer`, { message: 'x' }, { token: o.bob.token })).status).toBe(404);
    expect((await o.app.post(`${path}/answer`, { message: 'See our site.' }, { token: o.ann.token })).status).toBe(200);
    const list = async (query: string, who = o.ann) =>
      (await o.app.get(`/api/user/claim-requests${query}`, { token: who.token })).body.map(
        (row: { id: number }) => row.id,
      );
    expect(await list('')).toEqual([]);
    expect(await list('?checks=1')).toContain(check.id);
    expect(await list('?checks=1', o.bob)).toEqual([]);
  });
});

describe('changing the name, address, or phone of a verified listing', () => {
  it.each([
    { name: 'Dr. Rival' },
    { phone: '(303) 555-0199' },
    { address: '9 Oak Ave' },
    { city: 'Dallas', zipCode: '75201' },
  ])('%j drops the badge and opens one check', async (edit) => {
    const id = await verified();
    expect((await o.put(id, edit)).body).toMatchObject({
      isVerified: false,
      changesUnderReview: true,
      checkPending: true,
    });
    expect(await publicPage(id)).toMatchObject({ isVerified: false, changesUnderReview: true, ...edit });
    await o.put(id, { name: 'Dr. Third' });
    expect(await o.app.deps.db('claimRequests').where({ dentistId: id, status: 'pending' })).toHaveLength(1);
  });

  it.each([{ bio: 'New words.' }, { phone: '512.555.0142' }, { name: 'DR. ANA SILVA' }, { zipCode: '78701-1234' }])(
    '%j changes nothing that was verified',
    async (edit) => {
      const id = await verified();
      expect((await o.put(id, edit)).body).toMatchObject({ isVerified: true, changesUnderReview: false });
    },
  );

  it('is verified again as changed when staff approve, and as before when they reject', async () => {
    const id = await verified();
    await o.put(id, { phone: '(303) 555-0199', bio: 'New words.' });
    const check = await openCheck(id);
    const { body } = await o.app.get('/api/admin/claim-requests?status=pending', { token: admin.token });
    expect(body.find((claim: { id: number }) => claim.id === check.id)).toMatchObject({
      kind: 'identity_change',
      identityChanges: [{ field: 'phone', before: '(512) 555-0142', after: '(303) 555-0199' }],
    });
    await decide(id, { status: 'rejected', reviewNotes: 'Not your number.' });
    expect(await publicPage(id)).toMatchObject({
      phone: '(512) 555-0142',
      bio: 'New words.',
      isVerified: true,
      changesUnderReview: false,
    });
    expect((await reverse(check.id)).body.status).toBe('pending');
    expect(await publicPage(id)).toMatchObject({
      phone: '(303) 555-0199',
      isVerified: false,
      changesUnderReview: true,
    });
    await decide(id, { status: 'approved' });
    expect(await publicPage(id)).toMatchObject({
      phone: '(303) 555-0199',
      isVerified: true,
      changesUnderReview: false,
    });
  });

  it('ends the check when the owner restores the verified values', async () => {
    const id = await verified();
    await o.put(id, { name: 'Dr. Rival' });
    expect((await o.put(id, { name: 'Dr. Ana Silva' })).body).toMatchObject({ isVerified: true, checkPending: false });
    await o.put(id, { name: 'Dr. Rival' });
    const [entry] = (await o.history(id)).filter((row: { field: string }) => row.field === 'name');
    const restored = await o.app.post(
      `/api/user/dentists/${id}/history/${entry.id}/put-back`,
      {},
      { token: o.ann.token },
    );
    expect(restored.body).toMatchObject({ name: 'Dr. Ana Silva', isVerified: true });
  });

  it('is not a matter for a check when staff do it, and staff can verify a listing directly', async () => {
    const id = await verified();
    const edit = (body: object) => o.app.call('PUT', `/api/admin/listings/${id}`, { token: admin.token, body });
    expect((await edit({ phone: '(512) 555-0000' })).status).toBe(200);
    expect(await publicPage(id)).toMatchObject({ isVerified: true, changesUnderReview: false });
    await o.put(id, { name: 'Dr. Rival' });
    const { id: checkId } = await openCheck(id);
    await o.app.post(`/api/admin/listings/${id}/verify`, { verified: true }, { token: admin.token });
    expect(await publicPage(id)).toMatchObject({ name: 'Dr. Rival', isVerified: true, changesUnderReview: false });
    expect((await o.app.deps.db('claimRequests').where({ id: checkId }).first()).status).toBe('approved');
  });

  it.each([
    ['unclaims it', (id: number) => o.app.post(`/api/user/dentists/${id}/unclaim`, {}, { token: o.ann.token })],
    [
      'deletes the account',
      async (id: number) => {
        const password = 'yellow harbour bicycle';
        const email = `gone${id}@example.com`;
        const { body } = await o.app.post('/api/auth/signup', { email, password, name: 'Gone' });
        await o.app.deps.db('dentists').where({ id }).update({ userId: body.user.id });
        await o.app.deps.db('claimRequests').where({ dentistId: id }).update({ userId: body.user.id });
        return o.app.post('/api/auth/delete-account', { password }, { token: body.token });
      },
    ],
  ])('is put back when the owner %s', async (_, leave) => {
    const id = await verified();
    await o.put(id, { name: 'Dr. Rival', bio: 'New words.' });
    expect((await leave(id)).status).toBe(200);
    expect(await publicPage(id)).toMatchObject({
      name: 'Dr. Ana Silva',
      bio: 'New words.',
      claimed: false,
      isVerified: false,
      changesUnderReview: false,
    });
    expect(await openCheck(id)).toBeUndefined();
  });
});

it('a transfer by staff ends the checks and verifies the new owner', async () => {
  const id = await o.create();
  await o.app.post(
    `/api/admin/listings/${id}/transfer`,
    { email: o.bob.email, chargeFee: false },
    { token: admin.token },
  );
  expect(await openCheck(id)).toBeUndefined();
  expect(await publicPage(id)).toMatchObject({ isVerified: true, changesUnderReview: false });
});
