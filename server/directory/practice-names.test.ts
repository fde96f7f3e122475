import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { base, clock, fill, newYork } from '#server/test/directory.ts';
import { searchListings } from './search.ts';
import { findSuggestions } from './suggest.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const linden = { ...base, practice: 'Linden Dental Care' };
  await fill(database.db, [
    { ...linden, name: 'Ana Abbott', place: newYork },
    { ...linden, name: 'Ben Baird', place: newYork },
    { ...base, name: 'Linden Lee', practice: 'Smile Studio' },
    { ...base, name: 'Cora Doyle' },
  ]);
});
afterAll(() => database.drop());

const search = async (name: string): Promise<string[]> =>
  (await searchListings(database.db, { name, page: 1, pageSize: 10 }, clock)).items.map((item) => item.name);

test('the name of a practice finds its dentists', async () => {
  expect(await search('Linden Dental Care')).toEqual(['Ana Abbott', 'Ben Baird']);
  expect(await search('linden')).toEqual(['Ana Abbott', 'Ben Baird', 'Linden Lee']);
  expect(await search('ben linden')).toEqual(['Ben Baird']);
  expect(await search('smile studio')).toEqual(['Linden Lee']);
});

test('a renamed practice is found by its new name only, and a dentist who leaves it by neither', async () => {
  const { db } = database;
  await db('practices').where({ name: 'Smile Studio' }).update({ name: 'Harbor Dental' });
  expect(await search('harbor')).toEqual(['Linden Lee']);
  expect(await search('smile studio')).toEqual([]);
  await db('dentists').where({ name: 'Linden Lee' }).update({ practiceId: null });
  expect(await search('harbor')).toEqual([]);
  expect(await search('linden lee')).toEqual(['Linden Lee']);
});

test('suggestions list practices and dentists separately', async () => {
  const { practices, dentists } = await findSuggestions(database.db, 'linden');
  expect(practices.map(({ name, count }) => [name, count])).toEqual([
    ['Linden Dental Care', 1],
    ['Linden Dental Care', 1],
  ]);
  expect(dentists.map(({ name }) => name)).toEqual(['Linden Lee']);
  expect((await findSuggestions(database.db, 'cora')).dentists.map(({ name }) => name)).toEqual(['Cora Doyle']);
});
