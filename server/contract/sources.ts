import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sentTime } from './values.ts';

const sourceKey = z.string().min(1).max(40);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'Enter a day such as 2026-11-08.');

const fieldCounts = z.object({ added: z.int(), changed: z.int(), confirmed: z.int(), kept: z.int() });

const sourceRun = z.object({
  id: z.int(),
  status: z.enum(['running', 'ready', 'done', 'failed', 'cancelled', 'undone']),
  createdAt: sentTime,
  fileName: z.string(),
  message: z.string().nullable(),
  /** The day of the data. Null for a run that failed before it was known. */
  asOf: z.string().nullable(),
  /** How many rows of the file are about listings. Null for the registry, whose rows become listings. */
  matching: z.object({ rows: z.int(), matched: z.int(), possible: z.int() }).nullable(),
  fields: z.array(fieldCounts.extend({ field: z.string(), label: z.string() })),
});
export type SourceRun = z.output<typeof sourceRun>;

const every = z.enum(['week', 'month']).nullable();

const source = z.object({
  key: sourceKey,
  name: z.string(),
  kind: z.enum(['registry', 'geocoder', 'board', 'places', 'website']),
  fills: z.array(z.string()),
  license: z.string(),
  attribution: z.string().nullable(),
  page: z.string(),
  hosts: z.array(z.string()),
  updated: z.string().nullable(),
  /** A lower number is preferred over other sources. */
  priority: z.int(),
  url: z.string().nullable(),
  every,
  triedAt: sentTime.nullable(),
  failure: z.string().nullable(),
  /** The newest run, and the newest one that was applied and not undone. */
  lastRun: sourceRun.nullable(),
  appliedRun: sourceRun.nullable(),
  /** The listings with at least one value from this source. */
  listings: z.int(),
});
export type Source = z.output<typeof source>;

export const listSources = endpoint('GET', '/api/admin/sources', {
  summary: 'The sources of the directory’s data, with their last runs and the listings that have values from them',
  reply: z.object({ total: z.int(), sources: z.array(source) }),
});

const started = z.object({ id: z.int() });
const params = z.object({ key: sourceKey });
const errors = {
  not_of_source: 422,
  nothing_matched: 422,
  no_rows: 422,
  empty_file: 422,
  import_running: 409,
} as const;

export const previewSource = endpoint('POST', '/api/admin/sources/:key/runs', {
  summary:
    'Preview a file of a source (multipart, field csvFile). The import that it returns is applied or undone like any other',
  params,
  query: z.object({ asOf: day.optional() }),
  rawBody: 'multipart/form-data',
  reply: started,
  errors,
});

export const fetchSource = endpoint('POST', '/api/admin/sources/:key/fetch', {
  summary: 'Fetch a source from its address, and preview the file',
  params,
  reply: started,
  errors: { ...errors, fetch_failed: 422, nothing_to_ask: 422 },
});

export const changeSource = endpoint('PUT', '/api/admin/sources/:key', {
  summary: 'Set where and when a source is fetched, and its place in the order of sources',
  params,
  body: z.object({
    priority: z.int().min(1, 'Choose a number from 1 to 5.').max(5, 'Choose a number from 1 to 5.'),
    url: z.string().trim().max(2000).nullable(),
    every,
  }),
  reply: source,
});

export const listAddresses = endpoint('GET', '/api/admin/sources/census/addresses', {
  summary: 'Download up to 10,000 addresses without a point, as a batch for the Census geocoder',
  streams: 'text/csv',
  download: true,
});

const coverageField = z.object({
  key: z.string(),
  label: z.string(),
  known: z.int(),
  /** The listings whose value comes from each origin, by the age of the statement. */
  origins: z.array(
    z.object({ origin: z.string(), label: z.string(), recent: z.int(), older: z.int(), undated: z.int() }),
  ),
  /** The source that could fill the most listings. */
  next: z.object({ source: z.string(), name: z.string(), upTo: z.int() }).nullable(),
});
export type CoverageField = z.output<typeof coverageField>;

export const getCoverage = endpoint('GET', '/api/admin/sources/coverage', {
  summary: 'How many listings have a value of each field, by source and age, and the source that could fill the most',
  reply: z.object({ total: z.int(), fields: z.array(coverageField) }),
});
