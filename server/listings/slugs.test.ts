import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseFreeSlug, slugify } from '#shared/slug.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function slugifyInDatabase(names: string[]): Promise<string[]> {
  const slugs = await rows<{ slug: string }>(
    database.db,
    'select slugify(name) as slug from unnest(?::text[]) with ordinality as t (name, nth) order by nth',
    [names],
  );
  return slugs.map(({ slug }) => slug);
}

test.each([
  ['Dr. José Núñez', 'dr-jose-nunez'],
  ["Mary O'Brien, DDS", 'mary-obrien-dds'],
  ['St. Louis', 'st-louis'],
  ['  -- ', ''],
  ['日本語', ''],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
])('the slug of %j is %j', async (name, slug) => {
  expect(slugify(name)).toBe(slug);
  expect(await slugifyInDatabase([name])).toEqual([slug]);
});

test('TypeScript and the database make the same slugs', async () => {
  const name = fc.oneof(
    fc
      .array(fc.constantFrom('Ana', 'Núñez', "O'Neil", 'St.', '-', '&', 'ﬁne', '2nd', 'Ångström', 'x'.repeat(40)), {
        maxLength: 6,
      })
      .map((words) => words.join(' ')),
    fc.string({ maxLength: 100 }).map((text) => text.replaceAll('\0', '')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 10, maxLength: 30 }), async (names) => {
      expect(await slugifyInDatabase(names)).toEqual(names.map(slugify));
    }),
    { numRuns: 60 },
  );
});

test('a taken slug gets the first free number', () => {
  expect(chooseFreeSlug('ana', new Set())).toBe('ana');
  expect(chooseFreeSlug('ana', new Set(['ana', 'ana-2', 'ana-4']))).toBe('ana-3');
});
