import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { renderedSite } from './test/rendered-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: renderedSite() });
});
afterAll(() => app.stop());
beforeEach(() => app.deps.db('dentists').delete());

const austin = { city: 'Austin', state: 'TX', zipCode: '78701' };
const waco = { city: 'Waco', state: 'TX', zipCode: '76701' };
const add = (place: typeof austin, name: string, values: object = {}) =>
  app.deps.db('dentists').insert({ name, ...place, ...values });
const addPair = async (place: typeof austin) => {
  await add(place, `Ana ${place.city}`, { rating: 4.1, reviewCount: 40 });
  await add(place, `Ben ${place.city}`, { rating: 4.9, reviewCount: 90 });
};

/** Reads the heading, the cities, and the cards of the page, in its order. */
async function readHome() {
  const { status, text } = await app.get('/');
  expect(status).toBe(200);
  const markup = text.replaceAll('<!-- -->', '').replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
  return {
    markup,
    heading: /<h2 id="home-listings"[^>]*>([^<]*)</.exec(markup)?.[1],
    cities: [...markup.matchAll(/href="(\/dentists\/[^"]+)">([^<]+) <span[^>]*>([^<]+)</g)].map(([, ...city]) => city),
    cards: [...markup.matchAll(/<article\b[\s\S]*?<h3[^>]*><a\b[^>]*>([^<]+)</g)].map(([, name]) => name),
  };
}

describe('home', () => {
  it('shows nothing of an empty directory but its counts', async () => {
    const { markup, ...shown } = await readHome();
    expect(shown).toEqual({ heading: undefined, cities: [], cards: [] });
    expect(markup).not.toContain('Largest cities');
    expect(markup).toMatch(/>Dentists<\/div><div[^>]*>0</);
  });

  it('links to the only city, and shows its best-ranked listings', async () => {
    await addPair(austin);
    await add(austin, 'Cora Austin', { rating: 4.5, reviewCount: 50 });
    await add(austin, 'Dan Austin');
    expect(await readHome()).toMatchObject({
      heading: 'Dentists in Austin, TX',
      cities: [['/dentists/texas/austin', 'Austin, TX', '4']],
      cards: ['Ben Austin', 'Cora Austin', 'Ana Austin'],
    });
  });

  it('shows listings of all cities while none has enough for a row', async () => {
    await addPair(austin);
    await addPair(waco);
    expect(await readHome()).toMatchObject({
      heading: 'Dentists',
      cities: [
        ['/dentists/texas/austin', 'Austin, TX', '2'],
        ['/dentists/texas/waco', 'Waco, TX', '2'],
      ],
      cards: ['Ben Austin', 'Ben Waco', 'Ana Austin'],
    });
  });

  it('ranks without regard to payment, and labels no card sponsored', async () => {
    await addPair(austin);
    for (let index = 0; index < 20; index++) await add(austin, `Zed Number ${index}`);
    await app.deps.db('dentists').where('name', 'like', 'Zed%').update({ isPaid: true, isProMax: true });
    const { cards, markup } = await readHome();
    expect(cards.slice(0, 2)).toEqual(['Ben Austin', 'Ana Austin']);
    expect(markup).not.toContain('>Sponsored<');
  });

  it('drops a deleted listing and its city at once, from the cards and from the counts', async () => {
    await addPair(austin);
    await add(austin, 'Gone Austin', { rating: 5, reviewCount: 400 });
    await add(waco, 'Gone Waco');
    expect(await readHome()).toMatchObject({
      cities: [
        ['/dentists/texas/austin', 'Austin, TX', '3'],
        ['/dentists/texas/waco', 'Waco, TX', '1'],
      ],
      cards: ['Gone Austin', 'Ben Austin', 'Ana Austin'],
    });
    await app.deps.db('dentists').where('name', 'like', 'Gone%').update({ deletedAt: app.deps.clock.now() });
    const { markup, ...shown } = await readHome();
    expect(shown).toEqual({
      heading: 'Dentists',
      cities: [['/dentists/texas/austin', 'Austin, TX', '2']],
      cards: ['Ben Austin', 'Ana Austin'],
    });
    expect(markup).not.toContain('Gone');
  });
});
