import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { line } from '../values.ts';

export const readSentence = endpoint('GET', '/api/search/sentence', {
  summary:
    'What a sentence such as “whitening near 78701 open Saturday” asks for, as query parameters of the directory',
  query: z.object({
    q: line(200).default(''),
    /** The text was typed as a location. It is read only if it is more than a place. */
    as: z.enum(['sentence', 'location']).default('sentence'),
  }),
  reply: z.object({
    /** Null if a location is just that. */
    params: z.record(z.string(), z.string()).nullable(),
  }),
});

const coordinate = (limit: number) =>
  z
    .number('A position is two numbers.')
    .min(-limit, 'A position is two numbers.')
    .max(limit, 'A position is two numbers.');

export const findNearestZip = endpoint('POST', '/api/search/nearest-zip', {
  summary: 'The ZIP code nearest to a position, which is not stored',
  body: z.object({ lat: coordinate(90), lng: coordinate(180) }),
  reply: z.object({
    /** Null if the position is not in the United States. */
    zip: z.string().nullable(),
  }),
});

export const listPopularCities = endpoint('GET', '/api/search/popular-cities', {
  summary: 'The cities with the most dentists',
  reply: z.array(z.object({ label: z.string(), state: z.string(), slug: z.string(), count: z.int() })),
});

const insurancePlan = z.object({
  slug: z.string(),
  name: z.string(),
  /** The name of this plan in the `insurancePlans` of a listing. */
  storedName: z.string(),
  /** Null for a plan that patients and owners can choose. */
  gone: z.enum(['merged', 'retired']).nullable(),
});
export type CatalogPlan = z.output<typeof insurancePlan>;

export const listInsurancePlans = endpoint('GET', '/api/insurance-plans', {
  summary: 'Insurance plans by which searches filter. A plan that was merged into another has the name of that one',
  reply: z.array(insurancePlan),
});
