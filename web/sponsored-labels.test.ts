import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server.edge';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import type { SearchItem, searchDirectory } from '#contract/listings/listings.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { fill, listing, newYork, type Listing } from '#server/test/directory.ts';
import type { MapLibre } from '#ui/listings/map/create-map.ts';
import { NumberedPinButton } from '#ui/listings/map/MapPins.tsx';
import { PinCard } from '#ui/listings/map/PinCard.tsx';
import { placePins } from '#ui/listings/map/pins.ts';
import { renderedSite } from './test/rendered-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: renderedSite() });
});
afterAll(() => app.stop());

/** A result as one presentation shows it. */
interface Shown {
  id: number;
  sponsored: boolean;
}

const fromJson = (items: readonly SearchItem[]): Shown[] => items.map(({ id, why }) => ({ id, sponsored: why.paid }));
const explained = (items: readonly SearchItem[]): Shown[] =>
  items.map(({ id, why }) => ({ id, sponsored: why.sentence.startsWith('Sponsored: ') }));

/** The cards of a page. Each has its label in the line of its rating. */
const fromHtml = (html: string): Shown[] =>
  [...html.matchAll(/<article\b[\s\S]*?<\/article>/g)].map(([card]) => {
    const rating = /<p class="[^"]*badges[^"]*">([\s\S]*?)<\/p>/.exec(card)![1]!;
    expect(rating).toMatch(/Rated|No ratings yet/);
    expect(card.split('>Sponsored<').length).toBe(rating.split('>Sponsored<').length);
    return { id: Number(/data-track="click (\d+) /.exec(card)![1]), sponsored: rating.includes('>Sponsored<') };
  });

/** The pins of the map, and the cards that they open. */
function fromMap(items: readonly SearchItem[]): { pins: Shown[]; cards: Shown[] } {
  const centers = new Map(items.map(({ zipCode }) => [zipCode?.slice(0, 5) ?? '', { lat: 40, lng: -74 }]));
  const { pins } = placePins(items, centers);
  expect(pins).toHaveLength(items.length);
  const ignore = () => {};
  // Only a browser asks the map where a pin is.
  const map = {} as MapLibre;
  const markup = pins
    .map((pin) =>
      renderToString(createElement(NumberedPinButton, { map, group: [pin], isOpen: false, onPress: ignore })),
    )
    .join('');
  const cards = createElement(PinCard, {
    listings: pins.map((pin) => pin.listing),
    positionOf: () => 1,
    onClose: ignore,
  });
  const card = renderToString(createElement(MemoryRouter, null, cards));
  return {
    pins: [...markup.matchAll(/data-pin="(\d+)"[\s\S]*?<span class="hidden-text">(.*?)<\/span>/g)].map(
      ([, id, label]) => ({
        id: Number(id),
        sponsored: / sponsored,/.test(`${label},`),
      }),
    ),
    cards: [...card.matchAll(/<li\b[\s\S]*?<\/li>/g)].map(([text]) => ({
      id: Number(/data-track="click (\d+) /.exec(text)![1]),
      sponsored: text.includes('>Sponsored<'),
    })),
  };
}

const listings = fc
  .array(listing, { minLength: 24, maxLength: 32 })
  .map((all) =>
    all.map((one, index): Listing => ({ ...one, deleted: false, ...(index % 4 > 0 && { place: newYork }) })),
  );
const search = fc.record({
  location: fc.constantFrom('', 'NY', 'New York, NY', '10001'),
  service: fc.constantFrom('', '', 'Veneers'),
  name: fc.constantFrom('', '', 'a'),
  newPatients: fc.constantFrom('', '', '1'),
  view: fc.constantFrom('list', 'grid'),
  organic: fc.constantFrom('', '', '', '1'),
  sort: fc.constantFrom('best', 'best', 'best', 'rating', 'name'),
  page: fc.constantFrom('1', '1', '2'),
});

it(
  'in 200 random searches, the API, the page, and the map agree on what is sponsored',
  { timeout: 240_000 },
  async () => {
    let sponsored = 0;
    let searches = 0;
    await fc.assert(
      fc.asyncProperty(listings, fc.array(search, { minLength: 40, maxLength: 40 }), async (all, drawn) => {
        await fill(app.deps.db, all);
        for (const { organic, view, ...query } of drawn) {
          await app.deps.db('rateLimits').delete();
          const radius = query.location === '10001' ? '10' : '';
          const address = new URLSearchParams({ ...query, radius, top: '1', paidFirst: organic ? '0' : '1' });
          const { items, almost } = (await app.get(`/api/directory?${address}`)).body as Reply<typeof searchDirectory>;
          const json = fromJson(items);
          const nearMatches = (almost?.items ?? []).map(({ id }) => ({ id, sponsored: false }));
          const page = await app.get(`/directory?${new URLSearchParams({ ...query, view, organic })}`);
          const map = fromMap(items);
          expect({ query, html: fromHtml(page.text), ...map, explained: explained(items) }).toEqual({
            query,
            html: [...json, ...nearMatches],
            pins: json,
            cards: json,
            explained: json,
          });
          const count = json.filter((one) => one.sponsored).length;
          expect(count).toBeLessThanOrEqual(3);
          if (organic || query.sort !== 'best' || query.page !== '1') expect(count).toBe(0);
          sponsored += count;
          searches++;
        }
        const city = (await app.get(`/api/directory?location=New+York,+NY&top=1`)).body as { items: SearchItem[] };
        const cityPage = await app.get('/dentists/new-york/new-york');
        expect(fromHtml(cityPage.text)).toEqual(fromJson(city.items));
      }),
      { numRuns: 5, endOnFailure: true },
    );
    expect(searches).toBe(200);
    expect(sponsored).toBeGreaterThan(20);
  },
);
