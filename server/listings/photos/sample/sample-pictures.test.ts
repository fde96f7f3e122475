import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSamplePicture } from '#shared/listings/photos.ts';
import { DRAWINGS_VERSION } from '#server/sample/pictures.ts';
import { seedSample } from '#server/sample/seed.ts';
import { practiceKinds } from '#server/sample/words.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { drawings, storeSamplePictures } from './sample-pictures.ts';

const COUNT = 900;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedSample(app.databaseUrl, {
    count: COUNT,
    clock: app.deps.clock,
    hashPassword: async () => 'x',
    storePictures: () => storeSamplePictures(app.deps),
  });
});
afterAll(() => app.stop());

interface Row {
  id: number;
  userId: number | null;
  profileImage: string | null;
  practiceImage: string | null;
}
const listRows = async (): Promise<Row[]> =>
  (await app.deps.db('dentists').select('id', 'userId', 'profileImage', 'practiceImage')) as Row[];

test('a third of the sample listings, and all owned ones, have a portrait and a practice photo', async () => {
  const rows = await listRows();
  const pictured = rows.filter((row) => row.profileImage && row.practiceImage);
  expect(Math.abs(pictured.length - COUNT / 3)).toBeLessThan(COUNT * 0.05);
  expect(rows.filter((row) => row.userId !== null && !pictured.includes(row))).toEqual([]);
  expect(pictured.every((row) => isSamplePicture(row.profileImage) && isSamplePicture(row.practiceImage))).toBe(true);
});

test('every picture of a sample listing is served as WebP in all sizes', async () => {
  const urls = new Set((await listRows()).flatMap((row) => [row.profileImage, row.practiceImage]).filter(Boolean));
  const hashes = (await app.deps.db('dentistPhotos').distinct('hash').pluck('hash')) as string[];
  for (const hash of hashes) urls.add(`/media/${hash}`);
  expect(urls.size).toBeGreaterThan(20);
  for (const url of urls)
    for (const size of ['', '/800', '/400']) {
      const response = await fetch(app.url + url + size);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      await response.arrayBuffer();
    }
});

test('galleries of owned sample listings begin with the cover and say that they are samples', async () => {
  const owned = (await listRows()).find((row) => row.userId !== null)!;
  const { body } = await app.get(`/api/dentists/${owned.id}/photos`);
  expect(body).toHaveLength(3);
  expect(body[0].url).toBe(owned.practiceImage);
  for (const photo of body as { alt: string }[]) expect(photo.alt).toMatch(/^Sample photo: /);
});

test('the drawings differ from each other, and a changed one needs a new version', () => {
  expect(new Set(drawings.map(({ svg }) => svg)).size).toBe(drawings.length);
  expect(drawings.filter(({ hash }) => !isSamplePicture(`/media/${hash}`))).toEqual([]);
  const digest = createHash('sha256').update(drawings.map(({ hash, svg }) => hash + svg).join('\n'));
  expect({ [DRAWINGS_VERSION]: digest.digest('hex').slice(0, 12) }).toEqual({ 1: 'cd5240733daf' });
});

test("a practice's type and its dentists' specialties fit its name", async () => {
  const rows = (await app.deps
    .db('dentists')
    .join('practices', 'practices.id', 'dentists.practiceId')
    .join('practiceTypes', 'practiceTypes.id', 'dentists.practiceTypeId')
    .select('practices.name as practice', 'practiceTypes.name as type', 'dentists.specialty')) as {
    practice: string;
    type: string;
    specialty: string;
  }[];
  const kindOf = new Map(practiceKinds.map((kind) => [kind.type, kind.specialties]));
  expect(rows.filter(({ type, specialty }) => !kindOf.get(type)?.includes(specialty))).toEqual([]);
  for (const [word, specialty] of [
    ['Whitening', 'Teeth Whitening'],
    ['Orthodontics', 'Orthodontics'],
    ['Pediatric Dentistry', 'Pediatric Dentistry'],
  ] as const) {
    const named = rows.filter(({ practice }) => practice.endsWith(word));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((row) => row.specialty !== specialty)).toEqual([]);
  }
});

test('without pictures to store, listings have none', async () => {
  const other = await testApp();
  try {
    await seedSample(other.databaseUrl, { count: 50, clock: other.deps.clock, hashPassword: async () => 'x' });
    const [{ n }] = (await other.deps
      .db('dentists')
      .whereNotNull('profileImage')
      .orWhereNotNull('practiceImage')
      .count('* as n')) as [{ n: string }];
    expect(Number(n)).toBe(0);
  } finally {
    await other.stop();
  }
});
