import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataUrl, picture, pngOf } from '#server/test/files/pictures.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { deleteUnusedPictures } from '#server/listings/photos/media.ts';
import { invitePatients } from '../invite.ts';
import { eraseOldTraces } from '../retention.ts';

const DAY = 86_400_000;
let r: Reviews;
let listing: number;
let staff: Awaited<ReturnType<Reviews['app']['signIn']>>;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  staff = await r.app.signIn({ role: 'reviewer', name: 'Rita Reviewer' });
});
afterAll(() => r.app.stop());
beforeEach(() => r.app.deps.db('reviews').delete().then(() => r.app.deps.db('media').delete())); // prettier-ignore

/** The link of a patient who may review a visit. */
async function invited(): Promise<string> {
  r.app.deps.clock.set('2025-03-03T15:00:00Z');
  const { email } = await r.acceptedPatient(listing);
  r.app.deps.clock.set('2025-03-11T17:31:00Z');
  await invitePatients(r.app.deps);
  return r.tokenOf(email);
}
const consent = { photoConsent: true };
const stored = async () => {
  const { db } = r.app.deps;
  const [photos, media, reviewRows] = await Promise.all(['reviewPhotos', 'media', 'reviews'].map((t) => db(t).count()));
  return [photos, media, reviewRows].map((found) => Number(found![0]!['count']));
};
const hashes = (): Promise<string[]> => r.app.deps.db('reviewPhotos').orderBy('id').pluck('hash');
const get = (hash: string, width = '') => fetch(`${r.app.url}/media/${hash}${width}`);
const open = async () => {
  const { id } = await r.app.deps.db('reviews').first('id');
  return (await r.app.get(`/api/admin/reviews/${id}`, { token: staff.token })).body;
};
const decide = async (decision: object) => {
  const { id, changedAt } = await open();
  const path = `/api/admin/reviews/${id}/decide`;
  expect((await r.app.post(path, { changedAt, ...decision }, { token: staff.token })).status).toBe(200);
};
const publish = () => decide({ decision: 'publish' });

describe('photos that are refused', () => {
  it.each([
    ['without consent', async () => ({ photos: [await picture()] }), /confirm that you took the photos/],
    ['that are no picture', () => ({ ...consent, photos: [dataUrl('<svg/>', 'image/svg+xml')] }), /valid image file/],
    ['that lie about their type', () => ({ ...consent, photos: [dataUrl('%PDF-1.4')] }), /valid image file/],
    [
      'that end early',
      async () => ({ ...consent, photos: [dataUrl((await pngOf(500)).subarray(0, 40))] }),
      /valid image/,
    ],
    ['over 5 MB', async () => ({ ...consent, photos: [dataUrl(await pngOf(5 * 1024 ** 2 + 1))] }), /less than 5MB/],
    [
      'if there are four',
      async () => ({ ...consent, photos: await Promise.all(Array.from({ length: 4 }, () => picture())) }),
      /up to 3 photos/,
    ],
    [
      'one of which is broken',
      async () => ({ ...consent, photos: [await picture(), dataUrl('GIF89a', 'image/gif')] }),
      /valid image file/,
    ],
  ])('%s store neither photo nor review', async (_name, values, sentence) => {
    const token = await invited();
    const { status, body } = await r.save(token, await values());
    expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await stored()).toEqual([0, 0, 0]);
    expect((await r.save(token)).status).toBe(200);
  });

  it('of an unknown link are not stored', async () => {
    const sent = await r.save('x'.repeat(43), { ...consent, photos: [await picture()] });
    expect(sent.status).toBe(404);
    expect(await stored()).toEqual([0, 0, 0]);
  });

  it('because three are there already change nothing, also if two are sent at once', async () => {
    const token = await invited();
    const form = r.form(consent);
    const photos = [await picture(), await picture()];
    await r.save(token, { ...form, photos });
    const more = await Promise.all([picture(), picture()].map(async (photo) => r.save(token, { ...form, photos: [await photo] }))); // prettier-ignore
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await stored()).toEqual([3, 9, 1]);
    expect((await r.save(token, { ...form, photos: [await picture()] })).body.fields).toHaveProperty('photos');
    expect(await stored()).toEqual([3, 9, 1]);
  });
});

describe('a review with photos', () => {
  it('goes to staff whatever its stars, who see the photos, and no one else does before they publish it', async () => {
    for (const stars of [1, 5]) {
      await r.app.deps.db('reviews').delete();
      const token = await invited();
      const sent = await r.save(token, { ...consent, stars, photos: [await picture('jpeg', 900), await picture()] });
      expect(sent.body.review).toMatchObject({ status: 'flagged', photos: [{}, {}] });
      await r.publishAll();
      const [first] = await hashes();
      for (const width of ['', '/400', '/800', '/1600']) expect((await get(first!, width)).status).toBe(404);
      expect((await r.shown(listing)).total).toBe(0);

      const review = await open();
      expect(review.flags).toEqual(['photos']);
      const image = Buffer.from(review.photos[0].image.split(',')[1], 'base64');
      expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 800 });
      await publish();
      const { photos } = (await r.shown(listing)).reviews[0];
      expect(photos).toEqual([
        { url: `/media/${first}`, width: 900, height: 900 },
        { url: expect.any(String), width: 24, height: 24 },
      ]);
      const shown = await get(first!, '/400');
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    }
  });

  it('shows no location, camera, or other data of the file', async () => {
    const exif = { IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '30/1 16/1 0/1', GPSLatitudeRef: 'N' } };
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Secret Camera')).toBe(true);
    await r.save(await invited(), { ...consent, photos: [dataUrl(bytes, 'image/jpeg')] });
    await publish();
    const sent = Buffer.from(await (await get((await hashes())[0]!)).arrayBuffer());
    const { exif: left, xmp, iptc, format } = await sharp(sent).metadata();
    expect([left, xmp, iptc, format]).toEqual([undefined, undefined, undefined, 'webp']);
    expect(sent.includes('Secret')).toBe(false);
  });

  it('loses a photo that its author removes, which hides it until it is checked again', async () => {
    const token = await invited();
    const form = r.form(consent);
    await r.save(token, { ...form, photos: [await picture(), await picture()] });
    await publish();
    const [first, second] = await hashes();
    const { photos } = (await r.view(token)).body.review;
    const changed = await r.save(token, { ...form, removedPhotos: [photos[0].id] });
    expect(changed.body.review).toMatchObject({ status: 'flagged', photos: [{ id: photos[1].id }] });
    expect(await stored()).toEqual([1, 3, 1]);
    for (const hash of [first!, second!]) expect((await get(hash)).status).toBe(404);
    await publish();
    expect([(await get(first!)).status, (await get(second!)).status]).toEqual([404, 200]);
    const without = await r.save(token, { ...form, removedPhotos: [photos[1].id] });
    expect(without.body.review).toMatchObject({ status: 'waiting', photos: [] });
    expect(await stored()).toEqual([0, 0, 1]);
  });

  it('stays as it is if the same photos are sent twice, or the photo of another review is to go', async () => {
    const token = await invited();
    const form = { ...r.form(consent), photos: [await picture()] };
    await r.save(token, form);
    await publish();
    const [own] = await r.app.deps.db('reviewPhotos').pluck('id');
    expect((await r.save(token, form)).body.review).toMatchObject({ status: 'published', photos: [{ id: own }] });
    const other = await r.save(await invited(), { ...consent, removedPhotos: [own] });
    expect(other.status).toBe(200);
    expect((await stored()).slice(0, 2)).toEqual([1, 3]);
  });

  it('shares no bytes with another review of the same photo', async () => {
    const photo = await picture();
    const [one, two] = [await invited(), await invited()];
    for (const token of [one, two]) await r.save(token, { ...consent, photos: [photo] });
    expect(await stored()).toEqual([2, 6, 2]);
    await r.remove(one);
    expect(await stored()).toEqual([1, 3, 1]);
    await publish();
    expect((await get((await hashes())[0]!)).status).toBe(200);
  });

  it('takes its photos along for good when its author deletes it', async () => {
    const token = await invited();
    await r.save(token, { ...consent, photos: [await picture()] });
    await publish();
    const [hash] = await hashes();
    expect((await get(hash!)).status).toBe(200);
    expect((await r.remove(token)).status).toBe(200);
    expect(await stored()).toEqual([0, 0, 0]);
    expect((await get(hash!)).status).toBe(404);
  });

  it('shows none once it is refused, and loses them after 30 days', async () => {
    const token = await invited();
    await r.save(token, { ...consent, photos: [await picture()] });
    const [hash] = await hashes();
    await decide({ decision: 'refuse', reason: 'photo' });
    expect((await get(hash!)).status).toBe(404);
    expect((await r.view(token)).body.review).toMatchObject({ status: 'refused', photos: [{}] });
    await eraseOldTraces(r.app.deps);
    expect(await stored()).toEqual([1, 3, 1]);
    r.app.deps.clock.advance(30 * DAY);
    await eraseOldTraces(r.app.deps);
    expect(await stored()).toEqual([0, 0, 1]);
    expect((await r.view(token)).body.review).toMatchObject({ status: 'refused', photos: [] });
  });

  it('leaves nothing to see, and then nothing, when its listing is deleted', async () => {
    await r.save(await invited(), { ...consent, photos: [await picture()] });
    await publish();
    const [hash] = await hashes();
    const { db } = r.app.deps;
    await db('dentists').where({ id: listing }).update({ deletedAt: r.app.deps.clock.now() });
    expect((await get(hash!)).status).toBe(404);
    await db('dentists').where({ id: listing }).update({ deletedAt: null });
    expect((await get(hash!)).status).toBe(200);
    // As the purge of a listing deletes them.
    await db('reviews').delete();
    expect([(await get(hash!)).status, ...(await stored())]).toEqual([404, 0, 3, 0]);
    await deleteUnusedPictures(r.app.deps);
    expect(await stored()).toEqual([0, 0, 0]);
  });
});

it('reviews with photos and of verified visits are counted and filtered', async () => {
  await r.save(await invited(), { ...consent, stars: 2, photos: [await picture()] });
  await publish();
  const { db } = r.app.deps;
  const [{ id: _, invitationId: __, ...values }] = await db('reviews');
  await db('reviews').insert([
    { ...values, verifiedBy: 'email' },
    { ...values, verifiedBy: 'email', stars: 5 },
    { ...values, verifiedBy: 'visit' },
  ]);
  expect(await r.shown(listing)).toMatchObject({ total: 4, matching: 4, withPhotos: 1, verified: 2 });
  const found = async (query: string) => {
    const { matching, total, reviews: list } = await r.shown(listing, `?${query}`);
    expect([list.length, total]).toEqual([matching, 4]);
    return matching;
  };
  expect(await found('photos=1')).toBe(1);
  expect(await found('verified=1')).toBe(2);
  expect(await found('verified=1&photos=1&stars=2')).toBe(1);
  expect(await found('photos=1&stars=5')).toBe(0);
  expect(await found('photos=0&verified=0')).toBe(4);
  expect((await r.app.get(`/api/dentists/${listing}/reviews?photos=maybe`)).status).toBe(400);
});
