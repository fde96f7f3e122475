import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { priceFacts } from '../listings/price-facts.ts';
import { line } from '../values.ts';

export const getStats = endpoint('GET', '/api/stats', {
  summary: 'The number of dentists, cities, and states in the directory',
  reply: z.object({ dentistCount: z.int(), cityCount: z.int(), stateCount: z.int() }),
});

export const geographicData = endpoint('GET', '/api/geographic/data', {
  summary: 'The number of dentists in each state or city',
  query: z.object({
    state: line(100).optional(),
    viewMode: z.enum(['states', 'cities'], 'Choose states or cities.').default('states'),
  }),
  reply: z.array(z.object({ state: z.string(), city: z.string().optional(), dentistCount: z.int() })),
});

export const geographicStates = endpoint('GET', '/api/geographic/states', {
  summary: 'Names of the states and territories',
  reply: z.array(z.string()),
});

const stateCount = z.object({ code: z.string(), name: z.string(), slug: z.string(), dentistCount: z.int() });
export const listStates = endpoint('GET', '/api/states', {
  summary: 'States with their number of dentists',
  reply: z.array(stateCount),
});

const cityCount = z.object({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  slug: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  dentistCount: z.int(),
});
export const listCities = endpoint('GET', '/api/states/:state/cities', {
  summary: 'Cities of a state that have dentists, the most dentists first',
  params: z.object({ state: line(100) }),
  reply: z.object({ state: stateCount.omit({ dentistCount: true }), cities: z.array(cityCount) }),
});

/** The listings on one page of a city. */
export const CITY_PAGE_SIZE = 10;

/** The address of a page of a city. The first page has no number. */
export const cityPagePath = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

export const cityFacts = endpoint('GET', '/api/states/:state/cities/:city', {
  summary: 'What the listings of a city say about prices, insurance plans, and weekend hours',
  params: z.object({ state: line(100), city: line(100) }),
  query: z.object({ service: line(200).optional() }),
  reply: z.object({
    /** Listings that state a whitening price. Prices are whole dollars, and null if fewer than five listings state one. */
    priced: z.int(),
    lowestPrice: z.int().nullable(),
    middlePrice: z.int().nullable(),
    highestPrice: z.int().nullable(),
    /** Listings that name insurance plans. */
    withPlans: z.int(),
    /** Listings with hours on Saturday or Sunday. */
    openWeekends: z.int(),
    prices: priceFacts.optional(),
  }),
});
