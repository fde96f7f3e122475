import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line } from './values.ts';

export const getStats = endpoint('GET', '/api/stats', {
  summary: 'How many dentists are listed, in how many cities and states',
  reply: z.object({ dentistCount: z.int(), cityCount: z.int(), stateCount: z.int() }),
});

export const geographicData = endpoint('GET', '/api/geographic/data', {
  summary: 'How many dentists each state, or each city, has',
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
  summary: 'States with the number of their dentists',
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
  summary: 'Cities of a state that have dentists, the largest number first',
  params: z.object({ state: line(100) }),
  reply: z.object({ state: stateCount.omit({ dentistCount: true }), cities: z.array(cityCount) }),
});
