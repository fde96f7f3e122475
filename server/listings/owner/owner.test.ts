import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor, owners, paid, type Owners } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';
import { purgeDeletedListings, restoreListing } from './owner.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

describe('one’s own listing', () => {
  it('is edited field by field, and each change is in the history', async () => {
    const id = await o.create();
    const { status, body } = await o.put(id, {
      phone: '512-555-0177',
      bio: 'Hello.',
      serviceIds: o.services.slice(1, 4),
      mondayHours: '9:00 AM – 5:00 PM',
      specialty: doctor.specialty,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ phone: '512-555-0177', bio: 'Hello.', name: doctor.name });
    const entries = await o.history(id);
    expect(entries.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'bio',
      'created',
      'mondayHours',
      'phone',
      'serviceIds',
    ]);
    expect(entries.find(({ field }: { field: string }) => field === 'phone')).toMatchObject({
      before: '(512) 555-0142',
      after: '512-555-0177',
      source: 'owner',
      by: 'Ann',
      canPutBack: true,
    });
    expect(body.sources.bio).toMatchObject({ source: 'owner', at: '2025-03-03T15:00:00.000Z' });
  });

  it('can restore a field, including services', async () => {
    const id = await o.create();
    await o.put(id, { phone: '512-555-0177', serviceIds: [o.services[5]] });
    for (const entry of await o.history(id))
      if (entry.canPutBack)
        expect(
          (await o.app.post(`/api/user/dentists/${id}/history/${entry.id}/put-back`, {}, { token: o.ann.token }))
            .status,
        ).toBe(200);
    const [own] = (await o.app.get('/api/user/dentists', { token: o.ann.token })).body.filter(
      (one: { id: number }) => one.id === id,
    );
    expect([own.phone, own.services.map((service: { id: number }) => service.id)]).toEqual([
      '(512) 555-0142',
      o.services.slice(0, 2),
    ]);
    expect(
      (await o.app.post(`/api/user/dentists/${id}/history/999999/put-back`, {}, { token: o.ann.token })).status,
    ).toBe(404);
  });

  it('keeps every column that owners may not write', async () => {
    const id = await o.create();
    const before = await o.row(id);
    const everything = Object.fromEntries(
      Object.keys(before).map((column) => [
        column,
        typeof before[column] === 'boolean' ? !before[column] : before[column],
      ]),
    );
    const privileged = {
      id: 1,
      userId: o.bob.userId,
      rating: 5,
      reviewCount: 99,
      isVerified: true,
      isPaid: false,
      npi: '1234567893',
      placeId: 'x',
      slug: 'hack',
      deletedAt: '2025-01-01',
      createdAt: '2020-01-01T00:00:00Z',
      confirmedAt: '2020-01-01T00:00:00Z',
      ratingSource: 'me',
      rank: -5,
      lat: 1,
      lng: 1,
      practiceId: 1,
      fieldSources: {},
      ownershipReviewedAt: '2025-01-01T00:00:00Z',
      userSubscriptionStatus: 'active_pro_max',
      reviewedBy: 1,
      role: 'admin',
    };
    const { status } = await o.app.call('PUT', `/api/user/dentists/${id}`, {
      token: o.ann.token,
      body: `{"__proto__":{"isVerified":true},"constructor":{"prototype":{"rating":5}},${JSON.stringify({ ...everything, ...privileged, bio: 'x' }).slice(1)}`,
    });
    expect(status).toBe(200);
    const after = await o.row(id);
    const kept = [
      'id',
      'userId',
      'rating',
      'reviewCount',
      'isVerified',
      'isPaid',
      'isProMax',
      'npi',
      'placeId',
      'slug',
      'deletedAt',
      'createdAt',
      'confirmedAt',
      'ratingSource',
      'rank',
      'lat',
      'lng',
      'practiceId',
      'ownershipReviewedAt',
    ];
    for (const column of kept) expect([column, after[column]]).toEqual([column, before[column]]);
    expect([after.bio, after.parkingAvailable, ({} as { isVerified?: boolean }).isVerified]).toEqual([
      'x',
      true,
      undefined,
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'nope' }, 'email'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: '//evil.example' }, 'website'],
    [{ youtubeUrl: 'data:text/html,x' }, 'youtubeUrl'],
    [{ facebookUrl: 'https://user@evil.example' }, 'facebookUrl'],
    [{ experience: 'many' }, 'experience'],
    [{ experience: 1.5 }, 'experience'],
    [{ state: 'Narnia' }, 'state'],
    [{ zipCode: 'x' }, 'zipCode'],
    [{ bio: 'x'.repeat(5001) }, 'bio'],
    [{ bio: 'a\0b' }, 'bio'],
    [{ serviceIds: [] }, 'serviceIds'],
    [{ serviceIds: [2_147_483_647] }, 'serviceIds'],
    [{ practiceTypeId: 2_147_483_647 }, 'practiceTypeId'],
    [{ practiceImage: 'https://elsewhere.example/x.png' }, 'practiceImage'],
    [{ acceptsInsurance: 'yes' }, 'acceptsInsurance'],
  ])('refuses %j and changes nothing', async (body, field) => {
    const id = await o.create();
    const before = await o.row(id);
    const answered = await o.put(id, { ...body, phone: '512-555-0199' });
    expect([answered.status, Object.keys(answered.body.fields)]).toEqual([400, [field]]);
    expect(await o.row(id)).toEqual(before);
  });

  it('can still be edited after the plan ends, but without new photos', async () => {
    const who = await o.app.signIn(paid);
    const id = await o.create(who);
    await o.app.deps.db('users').where({ id: who.userId }).update({ subscriptionStatus: 'canceled' });
    expect((await o.put(id, { bio: 'Still here.' }, who)).status).toBe(200);
    expect(
      (await o.app.post(`/api/user/dentists/${id}/photos`, { image: await picture() }, { token: who.token })).status,
    ).toBe(403);
  });

  it('is confirmed with one call', async () => {
    const id = await o.create();
    o.app.deps.clock.advance(1000);
    const { body } = await o.app.post(`/api/user/dentists/${id}/confirm`, {}, { token: o.ann.token });
    expect(body.confirmedAt).toBe(o.app.deps.clock.now().toISOString());
    expect((await o.history(id))[0].field).toBe('confirmedAt');
  });

  it('can be released: it stays in the directory without owner and managers', async () => {
    const id = await o.create();
    await o.app.post(`/api/user/dentists/${id}/managers`, { email: o.bob.email }, { token: o.ann.token });
    expect((await o.app.post(`/api/user/dentists/${id}/unclaim`, {}, { token: o.ann.token })).body).toEqual({
      ok: true,
    });
    expect((await o.app.get(`/api/dentists/${id}`)).body.userId).toBeNull();
    expect(await o.app.deps.db('listingManagers').where({ dentistId: id })).toEqual([]);
    expect((await o.app.post(`/api/user/dentists/${id}/unclaim`, {}, { token: o.ann.token })).status).toBe(404);
    expect((await o.put(id, { bio: 'x' })).status).toBe(404);
  });

  it('can be deleted: imports skip it, and staff can restore it for 30 days', async () => {
    const id = await o.create();
    expect((await o.app.call('DELETE', `/api/user/dentists/${id}`, { token: o.ann.token })).body).toEqual({ ok: true });
    expect((await o.app.get(`/api/dentists/${id}`)).status).toBe(404);
    expect((await o.app.call('DELETE', `/api/user/dentists/${id}`, { token: o.ann.token })).status).toBe(404);
    expect(await o.app.deps.db('listingTombstones').where({ dentistId: id })).toHaveLength(1);
    await o.app.deps.db.transaction((trx) => restoreListing(trx, o.app.deps, id, o.bob.userId));
    expect((await o.app.get(`/api/dentists/${id}`, { token: o.ann.token })).body.userId).toBe(o.ann.userId);
    await o.app.call('DELETE', `/api/user/dentists/${id}`, { token: o.ann.token });
    expect(await purgeDeletedListings(o.app.deps)).toBe(0);
    const other = await testClockLater(31, () =>
      o.app.deps.db
        .transaction((trx) => restoreListing(trx, o.app.deps, id, o.bob.userId))
        .catch((error) => error.status),
    );
    expect(other).toBe(404);
    expect(await testClockLater(31, () => purgeDeletedListings(o.app.deps))).toBe(1);
    expect(await o.app.deps.db('listingTombstones').where({ dentistId: id })).toHaveLength(1);
  });
});

async function testClockLater<T>(days: number, work: () => Promise<T>): Promise<T> {
  o.app.deps.clock.advance(days * 86_400_000);
  try {
    return await work();
  } finally {
    o.app.deps.clock.advance(-days * 86_400_000);
  }
}
