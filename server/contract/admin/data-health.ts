import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pageNumber, pageSize, sentTime } from '../values.ts';

/** The checks of the directory's data, in the order of the page. */
export const healthChecks = [
  { key: 'no_phone', label: 'No phone number', hint: 'Patients can’t call.' },
  { key: 'wrong_number', label: 'Unreachable', hint: 'A visitor reported a wrong number.' },
  { key: 'no_address', label: 'No street address', hint: 'Patients can’t find the office.' },
  { key: 'no_place', label: 'No city or ZIP code', hint: 'Searches by place miss it.' },
  { key: 'no_hours', label: 'No office hours', hint: '“Open now” misses it.' },
  { key: 'no_services', label: 'No services', hint: 'Searches by service miss it.' },
  { key: 'no_npi', label: 'No NPI', hint: 'The provider registry can’t update it.' },
  { key: 'stale', label: 'Not updated for a year', hint: 'Neither confirmed nor changed.' },
  { key: 'duplicate', label: 'Possible duplicates', hint: 'Same name and ZIP code.' },
] as const;
export type HealthCheck = (typeof healthChecks)[number]['key'];
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
