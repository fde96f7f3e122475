import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import type { suggest } from '#contract/listings/listings.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  // Places are held in memory for a while, so they are here before the first search.
  await addListings([{ name: 'Ola Sand', city: 'Deltona', state: 'FL', zipCode: '32725' }]);
});
afterAll(() => app.stop());

const austin = { city: 'Austin', state: 'TX', zipCode: '78701' };

async function addListings(listings: readonly Record<string, unknown>[]): Promise<void> {
  await app.deps.db('dentists').insert(listings.map((listing) => ({ ...austin, ...listing })));
}

async function addPractices(name: string, listings: readonly Record<string, unknown>[]): Promise<void> {
  for (const listing of listings) {
    const [practice] = await app.deps.db('practices').insert({ name }).returning('id');
    await addListings([{ ...listing, practiceId: practice!.id }]);
  }
}

async function readSuggestions(q: string): Promise<Reply<typeof suggest>> {
  const { status, body } = await app.get(`/api/suggest?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body as Reply<typeof suggest>;
}

test('practices and dentists with the same name and city have their streets', async () => {
  await addPractices('Elmwood Family Dentistry', [
    { name: 'Ada Reed', address: '412 Elm St' },
    { name: 'Bo Reed', address: '9 Oak Ave' },
    { name: 'Cy Reed', address: '1 Main St', city: 'Dallas', zipCode: '75201' },
  ]);
  await addListings([
    { name: 'Elmwood Kim', address: '5 Pine St' },
    { name: 'ELMWOOD KIM', address: ' ' },
    { name: 'Elmwood Park', address: '6 Pine St' },
  ]);
  const { practices, dentists } = await readSuggestions('elmwood');
  expect(practices.map(({ street, city, state }) => [street, city, state])).toEqual(
    expect.arrayContaining([
      ['412 Elm St', 'Austin', 'TX'],
      ['9 Oak Ave', 'Austin', 'TX'],
      [null, 'Dallas', 'TX'],
    ]),
  );
  expect(practices).toHaveLength(3);
  expect(Object.fromEntries(dentists.map(({ name, street }) => [name, street]))).toEqual({
    'Elmwood Kim': '5 Pine St',
    'ELMWOOD KIM': null,
    'Elmwood Park': null,
  });
});

test('a dentist has the city, and the rating with its count and source if one is known', async () => {
  await addListings([
    { name: 'Quincy Rated', rating: 4.6, reviewCount: 1204, ratingSource: 'Google' },
    { name: 'Quincy Unrated' },
  ]);
  const { dentists } = await readSuggestions('quincy');
  expect(dentists).toEqual([
    expect.objectContaining({ city: 'Austin', state: 'TX', rating: 4.6, reviewCount: 1204, ratingSource: 'Google' }),
    expect.objectContaining({ city: 'Austin', state: 'TX', rating: null, reviewCount: 0, ratingSource: null }),
  ]);
});

test('names that begin with the text come first, then names with a word that does, and then the others', async () => {
  const inOrder = ['Marlo Vance', 'Zoe Marlow', 'Ann Delmarlo'];
  // The rating would put the names in the opposite order, and more others have it than a search reads.
  await addListings([
    ...inOrder.map((name, index) => ({ name, rating: 3 + index / 2, reviewCount: 900 })),
    ...Array.from({ length: 30 }, (_, index) => ({ name: `Eva Tamarlo ${index}`, rating: 5, reviewCount: 900 })),
  ]);
  await addPractices('Big Marlo Dental', [{ name: 'Ida Lane', rating: 5, reviewCount: 900 }]);
  await addPractices('Marlo Dental', [{ name: 'Ivo Lane', rating: 1, reviewCount: 900 }]);
  const { practices, dentists } = await readSuggestions('marlo');
  expect(practices.map(({ name }) => name)).toEqual(['Marlo Dental', 'Big Marlo Dental']);
  expect(dentists.map(({ name }) => name).slice(0, 3)).toEqual([...inOrder.slice(0, 2), 'Eva Tamarlo 0']);
});

test('a plan whose name begins with the text comes before plans with a word that does', async () => {
  const { plans, places } = await readSuggestions('delta');
  expect(plans.map(({ name }) => name)).toEqual(['Delta Dental', 'Northeast Delta Dental']);
  // A city with a similar name would be shown before them.
  expect(places).toEqual([]);
  expect((await readSuggestions('deltoma')).places).toMatchObject([{ label: 'Deltona, FL' }]);
});

test('a typo in the name of a dentist or practice is corrected if nothing else matches', async () => {
  await addListings([{ name: 'Emily Bowen' }]);
  await addPractices('Harborview Smiles', [{ name: 'Gus Webb' }]);
  const namesOf = async (text: string) => {
    const { practices, dentists } = await readSuggestions(text);
    return [...practices, ...dentists].map(({ name }) => name);
  };
  for (const text of ['emly bowen', 'emily bowwen', 'dr emly bowen', 'bowwen'])
    expect([text, await namesOf(text)]).toEqual([text, ['Emily Bowen']]);
  expect(await namesOf('harbrview smiles')).toEqual(['Harborview Smiles']);
  expect(await namesOf('zzzz bowen')).toEqual([]);
  // Emlyn is nearer to “emly”, and Bower to “bowe”, but no one has both names.
  await addListings([{ name: 'Emlyn Price' }, { name: 'Bower Lane' }, { name: 'Emilia Bowes' }]);
  for (const text of ['emly bowen', 'emily bower', 'bowen emly', 'emly bowe'])
    expect([text, (await namesOf(text))[0]]).toEqual([text, 'Emily Bowen']);
  expect(await namesOf('emly pric')).toEqual(['Emlyn Price']);
  expect(await namesOf('emly lane')).toEqual([]);
  // A typo of both a city and a name means the city.
  await addListings([{ name: 'Austyn Cole' }]);
  expect(await readSuggestions('austn')).toMatchObject({
    places: [{ label: 'Austin, TX' }],
    practices: [],
    dentists: [],
  });
});
