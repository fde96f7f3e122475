import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, paid, type Owners, type Person } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

describe('photos', () => {
  const add = (id: number, image: string, alt = '', who: Person = o.ann) =>
    o.app.post(`/api/user/dentists/${id}/photos`, { image, alt }, { token: who.token });

  it('are uploaded as data URLs and served as WebP in three sizes, cached forever', async () => {
    const id = await o.create();
    const { status, body } = await add(id, await picture('jpeg', 2000), 'The front desk');
    expect([status, body[0]]).toEqual([
      200,
      {
        id: expect.any(Number),
        url: expect.stringMatching(/^\/media\/[0-9a-f]{40}$/),
        alt: 'The front desk',
        width: 1600,
        height: 1600,
      },
    ]);
    for (const [suffix, width] of [
      ['', 1600],
      ['/800', 800],
      ['/400', 400],
    ] as const) {
      const response = await fetch(o.app.url + body[0].url + suffix);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
      ]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect((await o.app.get(`${body[0].url}/500`)).status).toBe(400);
    expect((await o.app.get(`/media/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await o.row(id)).practiceImage).toBe(body[0].url);
  });

  it('are public while the plan includes them', async () => {
    const who = await o.app.signIn(paid);
    const id = await o.create(who);
    await add(id, await picture(), 'Reception', who);
    expect((await o.app.get(`/api/dentists/${id}/photos`)).body).toMatchObject([{ alt: 'Reception' }]);
    await o.app.deps.db('users').where({ id: who.userId }).update({ subscriptionStatus: 'canceled' });
    expect((await o.app.get(`/api/dentists/${id}/photos`)).body).toEqual([]);
  });

  it('lose the metadata of the camera', async () => {
    const id = await o.create();
    const withExif = await sharp(Buffer.from((await picture('jpeg')).split(',')[1]!, 'base64'))
      .withExif({ IFD0: { Copyright: 'secret place', Artist: 'me' } })
      .jpeg()
      .toBuffer();
    expect(withExif.includes('secret place')).toBe(true);
    const { body } = await add(id, `data:image/jpeg;base64,${withExif.toString('base64')}`);
    const out = Buffer.from(await (await fetch(o.app.url + body[0].url)).arrayBuffer());
    expect((await sharp(out).metadata()).exif).toBeUndefined();
  });

  it('can be ordered, described, and removed; the first is the cover', async () => {
    const id = await o.create();
    for (let i = 0; i < 3; i++) await add(id, await picture());
    const before = (await o.app.get('/api/user/dentists', { token: o.ann.token })).body.find(
      (one: { id: number }) => one.id === id,
    ).photos;
    const { body } = await o.app.call('PUT', `/api/user/dentists/${id}/photos`, {
      token: o.ann.token,
      body: { photos: [{ id: before[2].id, alt: 'Chair' }, { id: before[0].id }] },
    });
    expect(body.map((photo: { url: string; alt: string }) => [photo.url, photo.alt])).toEqual([
      [before[2].url, 'Chair'],
      [before[0].url, ''],
    ]);
    expect((await o.row(id)).practiceImage).toBe(before[2].url);
    const twice = await o.app.call('PUT', `/api/user/dentists/${id}/photos`, {
      token: o.ann.token,
      body: { photos: [{ id: before[0].id }, { id: before[0].id }] },
    });
    expect(twice.status).toBe(400);
    const change = (await o.history(id)).find(({ field }: { field: string }) => field === 'photos');
    await o.app.post(`/api/user/dentists/${id}/history/${change.id}/put-back`, {}, { token: o.ann.token });
    expect(
      (await o.app.get('/api/user/dentists', { token: o.ann.token })).body
        .find((one: { id: number }) => one.id === id)
        .photos.map(({ url }: { url: string }) => url),
    ).toEqual(before.map(({ url }: { url: string }) => url));
    expect((await o.row(id)).practiceImage).toBe(before[0].url);
  });

  it('are limited to twenty, without duplicates', async () => {
    const id = await o.create();
    const same = await picture();
    expect((await add(id, same)).status).toBe(200);
    expect((await add(id, same)).status).toBe(409);
    for (let i = 0; i < 19; i++) expect((await add(id, await picture())).status).toBe(200);
    const over = await add(id, await picture());
    expect([over.status, over.body.error]).toEqual([409, 'gallery_full']);
  });

  it('can be set as the cover by an edit of the listing', async () => {
    const id = await o.create();
    const first = (await o.put(id, { practiceImage: await picture(), profileImage: await picture() })).body;
    expect([first.photos.length, first.practiceImage === first.photos[0].url, first.profileImage]).toEqual([
      1,
      true,
      expect.stringMatching(/^\/media\//),
    ]);
    const second = (await o.put(id, { practiceImage: await picture() })).body;
    expect([second.photos.length, second.practiceImage]).toEqual([2, second.photos[0].url]);
    const same = (await o.put(id, { practiceImage: second.practiceImage, profileImage: second.profileImage, bio: 'x' }))
      .body;
    expect([same.photos, same.profileImage]).toEqual([second.photos, second.profileImage]);
    expect((await o.put(id, { practiceImage: null })).body).toMatchObject({
      photos: [{ url: first.practiceImage }],
      practiceImage: first.practiceImage,
    });
  });
});
