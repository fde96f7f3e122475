import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor, owners, place, type Owners } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

describe('someone else’s listing', () => {
  it('is not found by any call and stays unchanged', async () => {
    for (const [mine, theirs] of [
      [o.ann, o.bob],
      [o.bob, o.ann],
    ] as const) {
      const id = await o.create(theirs);
      const [{ id: photo }] = (
        await o.app.post(`/api/user/dentists/${id}/photos`, { image: await picture() }, { token: theirs.token })
      ).body;
      const everything = async () => [
        await o.row(id),
        await o.app.deps.db('dentistPhotos').where({ dentistId: id }),
        await o.app.deps.db('listingHistory').where({ dentistId: id }),
        await o.app.deps.db('listingManagers').where({ dentistId: id }),
      ];
      const before = await everything();
      const [entry] = await o.history(id, theirs);
      const calls: [string, string, unknown?][] = [
        ['PUT', '', { bio: 'mine now' }],
        ['PUT', '', { practiceImage: await picture() }],
        ['DELETE', ''],
        ['POST', '/unclaim', {}],
        ['POST', '/confirm', {}],
        ['POST', '/leave', {}],
        ['POST', '/photos', { image: await picture() }],
        ['PUT', '/photos', { photos: [] }],
        ['PUT', '/photos', { photos: [{ id: photo, alt: 'mine' }] }],
        ['GET', '/history'],
        ['POST', `/history/${entry.id}/put-back`, {}],
        ['GET', '/managers'],
        ['POST', '/managers', { email: 'eve@example.com' }],
        ['DELETE', '/managers/1'],
      ];
      for (const [method, path, body] of calls) {
        const answered = await o.app.call(method, `/api/user/dentists/${id}${path}`, { token: mine.token, body });
        expect([method, path, answered.status]).toEqual([method, path, 404]);
        expect((await o.app.call(method, `/api/user/dentists/${id}${path}`, { body })).status).toBe(401);
      }
      expect(await everything()).toEqual(before);
      // A photo or history entry cannot be reached through another listing either.
      const own = await o.create(mine);
      for (const [path, body] of [
        [`/history/${entry.id}/put-back`, {}],
        ['/photos', { photos: [{ id: photo }] }],
      ] as const)
        expect([400, 404]).toContain(
          (
            await o.app.call(path === '/photos' ? 'PUT' : 'POST', `/api/user/dentists/${own}${path}`, {
              token: mine.token,
              body,
            })
          ).status,
        );
      expect(await everything()).toEqual(before);
    }
  });
  it.each(['-1', '1e3', '99999999999', 'abc', '0', '2147483647', '1%00'])('and the id %s is 400 or 404', async (id) => {
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/unclaim'],
      ['GET', '/history'],
    ] as const)
      expect([400, 404]).toContain(
        (
          await o.app.call(method, `/api/user/dentists/${id}${path}`, {
            token: o.ann.token,
            body: method === 'GET' ? undefined : {},
          })
        ).status,
      );
  });
});

/** Columns that only the server sets, under every name that they have in any table. */
const decided = (userId: number) => ({
  id: 1,
  userId,
  user_id: userId,
  createdBy: userId,
  rating: 5,
  reviewCount: 99,
  isVerified: true,
  isPaid: true,
  isProMax: true,
  npi: '1234567893',
  placeId: 'x',
  slug: 'hack',
  deletedAt: '2025-01-01T00:00:00Z',
  createdAt: '2020-01-01T00:00:00Z',
  confirmedAt: '2020-01-01T00:00:00Z',
  updatedAt: '2020-01-01T00:00:00Z',
  ratingSource: 'me',
  rank: -5,
  lat: 1,
  lng: 1,
  fieldSources: {},
  ownershipReviewedAt: '2025-01-01T00:00:00Z',
  userSubscriptionStatus: 'active_pro_max',
  subscriptionPlan: 'enterprise',
  subscriptionStatus: 'trial',
  status: 'approved',
  reviewedBy: userId,
  reviewedAt: '2025-01-01T00:00:00Z',
  reviewNotes: 'fine',
  submittedAt: '2020-01-01T00:00:00Z',
  dueAt: '2020-01-01T00:00:00Z',
  pinConfirmedAt: '2025-01-01T00:00:00Z',
  invitedBy: userId,
  acceptedAt: '2025-01-01T00:00:00Z',
  role: 'admin',
});
/** The request plus all of these columns, and keys that would change Object.prototype. */
const loaded = (body: object, userId: number): string =>
  `{"__proto__":${JSON.stringify(decided(userId))},"constructor":{"prototype":{"isVerified":true}},${JSON.stringify({ ...decided(userId), ...body }).slice(1)}`;

describe('columns that only the server sets', () => {
  it('cannot be set by any request', async () => {
    const user = () => o.app.deps.db('users').where({ id: o.ann.userId }).first();
    const before = await user();
    const send = async (method: string, path: string, body: object) => {
      const answered = await o.app.call(method, path, { token: o.ann.token, body: loaded(body, o.bob.userId) });
      expect([method, path, answered.status, answered.body.message]).toEqual([method, path, 200, undefined]);
      return answered.body;
    };
    const practice = await send('POST', '/api/practices', place);
    expect(await o.app.deps.db('practices').where({ id: practice.id }).first()).toMatchObject({
      createdBy: o.ann.userId,
      createdAt: o.app.deps.clock.now(),
    });
    const untouched = {
      userId: o.ann.userId,
      rating: null,
      reviewCount: 0,
      isVerified: false,
      isProMax: false,
      npi: null,
      placeId: null,
      // Held, because its owner has listed the same dentist before.
      deletedAt: o.app.deps.clock.now(),
      ratingSource: null,
      ownershipReviewedAt: null,
    };
    const flat = await send('POST', '/api/dentists', { ...doctor, practiceId: practice.id });
    expect(await o.row(flat.id)).toMatchObject(untouched);
    expect((await o.row(flat.id)).slug).toMatch(/^dr-ana-silva/);
    const whole = o.whole();
    const made = await send('POST', '/api/dentists', {
      ...whole,
      dentist: { ...whole.dentist, ...decided(o.bob.userId) },
      practice: { ...whole.practice, ...decided(o.bob.userId) },
    });
    expect(await o.row(made.id)).toMatchObject(untouched);
    expect(made.id).not.toBe(1);

    const kept = async () => {
      const { bio: _bio, updatedAt: _at, fieldSources: _of, practiceImage: _image, ...rest } = await o.row(made.id);
      return rest;
    };
    const listing = await kept();
    const path = `/api/user/dentists/${made.id}`;
    await send('PUT', path, { bio: 'x', practiceId: 1, ...doctor });
    expect(await kept()).toEqual(listing);
    const [photo] = await send('POST', `${path}/photos`, { image: await picture(), dentistId: flat.id });
    await send('PUT', `${path}/photos`, { photos: [{ ...decided(o.bob.userId), id: photo.id, alt: 'Chair' }] });
    const [manager] = await send('POST', `${path}/managers`, { email: 'helper@example.com', dentistId: flat.id });
    expect(await o.app.deps.db('listingManagers').where({ id: manager.id }).first()).toMatchObject({
      dentistId: made.id,
      userId: null,
      invitedBy: o.ann.userId,
      acceptedAt: null,
    });
    const entry = (await o.history(made.id)).find(({ field }: { field: string }) => field === 'bio');
    await send('POST', `${path}/history/${entry.id}/put-back`, {});
    expect(await kept()).toEqual(listing);
    await send('POST', `${path}/confirm`, {});
    expect((await o.row(made.id)).confirmedAt).toEqual(o.app.deps.clock.now());

    const free = await o.create(o.bob);
    await o.app.post(`/api/user/dentists/${free}/unclaim`, {}, { token: o.bob.token });
    const claim = await send('POST', `/api/dentists/${free}/claim-request`, {
      requestorName: 'Ann',
      requestorEmail: 'ann@example.com',
      requestorPhone: '(512) 555-0142',
      relationshipToPractice: 'owner',
      dentistId: flat.id,
    });
    const claimed = () => o.app.deps.db('claimRequests').where({ id: claim.id }).first();
    const pending = {
      dentistId: free,
      userId: o.ann.userId,
      status: 'pending',
      reviewedBy: null,
      reviewedAt: null,
      reviewNotes: null,
      pinConfirmedAt: null,
      submittedAt: o.app.deps.clock.now(),
    };
    expect(await claimed()).toMatchObject(pending);
    await send('POST', `/api/user/claim-requests/${claim.id}/answer`, { message: 'Here.' });
    expect(await claimed()).toMatchObject(pending);
    await send('POST', `/api/user/claim-requests/${claim.id}/withdraw`, {});
    expect(await claimed()).toMatchObject({ ...pending, status: 'withdrawn' });
    expect(await user()).toEqual(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { isVerified?: boolean }).isVerified).toBeUndefined();
  });
});
