import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, place, type Owners } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

const own = async (id: number) =>
  (await o.app.get('/api/user/dentists', { token: o.ann.token })).body.find((one: { id: number }) => one.id === id);
const practiceOf = async (id: number) => (await o.row(id)).practiceId as number;

describe('the practice of a listing', () => {
  it('is renamed by its owner, is found under the new name, and can be restored', async () => {
    const id = await o.create();
    expect(await own(id)).toMatchObject({ practiceName: place.name, colleagues: [] });
    const before = await practiceOf(id);
    const { status, body } = await o.put(id, { practiceName: 'Barton Springs Dental' });
    expect([status, body.practiceName]).toEqual([200, 'Barton Springs Dental']);
    expect(await practiceOf(id)).toBe(before);
    const found = await o.app.get('/api/directory?name=barton springs dental');
    expect(found.body.items.map((item: { id: number }) => item.id)).toEqual([id]);
    const [entry] = await o.history(id);
    expect(entry).toMatchObject({
      field: 'practiceName',
      before: place.name,
      after: 'Barton Springs Dental',
      canPutBack: true,
    });
    const restored = await o.app.post(
      `/api/user/dentists/${id}/history/${entry.id}/put-back`,
      {},
      { token: o.ann.token },
    );
    expect([restored.status, restored.body.practiceName]).toEqual([200, place.name]);
  });

  it('keeps its name for the other dentists who work there', async () => {
    const first = await o.create();
    const practiceId = await practiceOf(first);
    const second = await o.create(o.ann, { isNewPractice: false, practice: undefined, practiceId });
    const third = await o.create(o.bob, { isNewPractice: false, practice: undefined, practiceId });
    expect(
      (await own(first)).colleagues.map(({ id, sameOwner }: { id: number; sameOwner: boolean }) => [id, sameOwner]),
    ).toEqual([
      [second, true],
      [third, false],
    ]);
    await o.put(first, { practiceName: 'Hill Country Smiles' });
    expect((await own(second)).practiceName).toBe(place.name);
    const moved = await practiceOf(first);
    expect(moved).not.toBe(practiceId);
    // A second dentist with the new name joins the practice.
    await o.put(second, { practiceName: 'Hill Country Smiles' });
    expect(await practiceOf(second)).toBe(moved);
    expect((await own(first)).colleagues).toMatchObject([{ id: second, sameOwner: true }]);
    await o.put(second, { practiceName: '' });
    expect(await own(second)).toMatchObject({ practiceName: null, practiceId: null });
  });

  it('opens a check when a verified listing gets another name', async () => {
    const id = await o.create();
    await o.app.deps.db('claimRequests').where({ dentistId: id }).update({ status: 'approved' });
    await o.app.deps.db('dentists').where({ id }).update({ isVerified: true });
    await o.put(id, { practiceName: `${place.name.toUpperCase()}!` });
    expect((await own(id)).changesUnderReview).toBe(false);
    await o.put(id, { practiceName: 'Somebody Else Dental' });
    expect(await own(id)).toMatchObject({ isVerified: false, changesUnderReview: true });
    await o.put(id, { practiceName: place.name });
    expect(await own(id)).toMatchObject({ isVerified: true, changesUnderReview: false });
  });
});

describe('a logo', () => {
  it('is stored with the form, shown while the plan is paid, and removed', async () => {
    const id = await o.create();
    const logo = await picture();
    const { body } = await o.put(id, { logo });
    expect(body.logo).toMatch(/^\/media\/[0-9a-f]{40}$/);
    expect((await o.app.get(`/api/dentists/${id}`)).body.logo).toBe(body.logo);
    expect((await o.put(id, { logo: '/media/0123456789012345678901234567890123456789' })).status).toBe(400);
    await o.app.deps.db('users').where({ id: o.ann.userId }).update({ subscriptionStatus: 'canceled' });
    expect((await o.app.get(`/api/dentists/${id}`)).body.logo).toBeNull();
    expect((await o.put(id, { logo: await picture() })).status).toBe(403);
    expect((await o.put(id, { logo: null })).body.logo).toBeNull();
    await o.app.deps.db('users').where({ id: o.ann.userId }).update({ subscriptionStatus: 'active' });
  });
});

describe('a removed photo', () => {
  it('returns to its position with its description', async () => {
    const id = await o.create();
    const path = `/api/user/dentists/${id}/photos`;
    const token = { token: o.ann.token };
    for (const width of [801, 802, 803])
      expect((await o.app.post(path, { image: await picture(), alt: `Room ${width}` }, token)).status).toBe(200);
    const { photos } = await own(id);
    const kept = photos
      .filter((_: unknown, index: number) => index !== 1)
      .map(({ id: photoId, alt }: { id: number; alt: string }) => ({ id: photoId, alt }));
    expect((await o.app.call('PUT', path, { ...token, body: { photos: kept } })).body).toHaveLength(2);
    const removed = photos[1];
    const body = { url: removed.url, alt: removed.alt, position: 1 };
    const restored = await o.app.post(`${path}/restore`, body, token);
    expect(restored.body.map(({ url, alt }: { url: string; alt: string }) => [url, alt])).toEqual(
      photos.map(({ url, alt }: { url: string; alt: string }) => [url, alt]),
    );
    expect((await o.app.post(`${path}/restore`, body, token)).body).toHaveLength(3);
    expect((await o.app.post(`${path}/restore`, body, { token: o.bob.token })).status).toBe(404);
    const other = await o.create();
    expect((await o.app.post(`/api/user/dentists/${other}/photos/restore`, body, token)).status).toBe(400);
  });
});
