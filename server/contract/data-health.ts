import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageNumber, pageSize, sentTime } from './values.ts';
import { healthChecks, type HealthCheck } from '#shared/data-health/health-checks.ts';

const checkKey = z.enum(healthChecks.map(({ key }) => key) as [HealthCheck, ...HealthCheck[]]);
const counts = z.record(checkKey, z.int());

export const getDataHealth = endpoint('GET', '/api/admin/data-health', {
  summary: 'What the directory doesn’t know: a count for each check, and the counts of the last 90 days',
  reply: z.object({
    at: sentTime,
    total: z.int(),
    counts,
    /** Groups of possible duplicates. */
    clusters: z.int(),
    /** Listings that were confirmed within 90 days, in total and by state. */
    confirmed: z.object({
      days: z.int(),
      count: z.int(),
      states: z.array(z.object({ state: z.string(), listings: z.int(), confirmed: z.int() })),
    }),
    days: z.array(z.object({ day: z.string(), total: z.int(), counts: z.partialRecord(checkKey, z.int()) })),
  }),
});

const params = z.object({ check: checkKey });

export const listUnhealthy = endpoint('GET', '/api/admin/data-health/:check/listings', {
  summary: 'The listings that fail a check. X-Total-Count has the total',
  params,
  query: z.object({ page: pageNumber.optional(), pageSize: pageSize.optional() }),
  reply: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zipCode: z.string().nullable(),
      phone: z.string().nullable(),
      ownerEmail: z.string().nullable(),
      updatedAt: sentTime,
      /** For a possible duplicate, the listing that it most likely repeats, and why. */
      match: z.object({ id: z.int(), name: z.string(), score: z.int(), why: z.string() }).nullable(),
    }),
  ),
});
export type UnhealthyListing = z.output<typeof listUnhealthy.reply>[number];

export const exportUnhealthy = endpoint('GET', '/api/admin/data-health/:check/csv', {
  summary: 'The listings that fail a check as a CSV file, which can be corrected and imported again',
  params,
  streams: 'text/csv',
  download: true,
});
