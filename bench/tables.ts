import type pg from 'pg';
import { healthChecks } from '#shared/data-health/health-checks.ts';
import { listingTable } from '#shared/tables/lists/listings.ts';
import { countTableRows, filterOf, readTablePage, type TablePage } from '#server/base/tables/read-table.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { listingSource } from '#server/directory/staff/listing-table.ts';
import { createTerminalProgress } from '#server/prepare.ts';
import { searchEverything } from '#server/tables/search-everything.ts';
import { openClient, openDirectory, percentile } from './ground.ts';
import type { Statement } from './reads.ts';

/** A directory of a million listings has had about this many claims, reports, messages, requests, and accounts. */
const RECORDS = 100_000;

/** Adds accounts and what they have sent and paid, spread over the listings. */
async function fillStaffRecords(client: pg.Client): Promise<void> {
  const records = `generate_series(1, ${RECORDS}) n`;
  const name = `(array['Maria Alvarez', 'James Smith', 'Priya Natarajan', 'Walter Boyd', 'Fatima Haddad', 'Grace Liu'])[1 + n % 6] || ' ' || n`;
  const phone = `'(' || 200 + n % 700 || ') 555-' || lpad((n % 10000)::text, 4, '0')`;
  const listing = `(select array_agg(id) as ids from (select id from dentists order by id limit ${RECORDS}) first) listed`;
  for (const sql of [
    `insert into users (email, name) select 'person' || n || '@mail.example', ${name} from ${records} on conflict do nothing`,
    `insert into claim_requests (dentist_id, requestor_name, requestor_email, requestor_phone, relationship_to_practice, status)
     select ids[1 + n % cardinality(ids)], ${name}, 'claim' || n || '@mail.example', ${phone}, 'owner', 'rejected' from ${records}, ${listing}`,
    `insert into contact_messages (name, email, subject, category, message)
     select ${name}, 'message' || n || '@mail.example', 'Question ' || n, 'general', 'Words' from ${records}`,
    `insert into listing_problems (dentist_id, about, message, email, status, created_at)
     select ids[1 + n % cardinality(ids)], 'phone', 'Words', 'report' || n || '@mail.example',
       case when n % 100 = 0 then 'open' else 'resolved' end, now() from ${records}, ${listing}`,
    `insert into privacy_requests (kind, name, email, received_at, due_at)
     select 'access', ${name}, 'request' || n || '@mail.example', now(), now() from ${records}`,
    `insert into transactions (user_id, customer_id, invoice_id, number, description, status, currency, cents, created_at)
     select id, 'cus_' || id, 'in_' || id, 'ENM-' || id, 'Pro Max', 'paid', 'usd', 9900, now() from users`,
    `insert into appointment_requests (dentist_id, created_at, changed_at)
     select ids[1 + n % cardinality(ids)], now(), now() from ${records}, ${listing}`,
    'analyze',
  ])
    await client.query(sql);
}

/** Texts that staff type, with common and rare words. */
const staffSearches: readonly (readonly [label: string, q: string])[] = [
  ['common name', 'smith'],
  ['beginning of a common word', 'den'],
  ['two words', 'james smith'],
  ['rare words', 'natarajan 4711'],
  ['unknown word', 'zzyzx'],
  ['practice', 'family dental'],
  ['phone', '(512) 555-0142'],
  ['NPI', '1234567893'],
  ['email', 'claim4711@mail.example'],
  ['part of an email', 'report47'],
  ['email of everyone', '@mail.example'],
  ['number', '4711'],
  ['invoice', 'in_4711'],
  ['invoice number', 'enm-4711'],
];

type FilterCase = readonly [label: string, filters: Record<string, string[]>];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Values for each filter. The frequent and the rare side of a flag are separate cases. */
function singleFilters(now: number): FilterCase[] {
  const lastDays = [`${dayOf(now - 7 * 86_400_000)}..${dayOf(now)}`];
  const flags = Object.entries(listingTable.filters).filter(([id, { kind }]) => kind === 'flag' && id !== 'deleted');
  return [
    ['state=CA', { state: ['CA'] }],
    ['state=WY', { state: ['WY'] }],
    ['states=CA,NY,TX', { state: ['CA', 'NY', 'TX'] }],
    ['city=Austin, TX', { city: ['Austin, TX'] }],
    ['zip=7', { zip: ['7'] }],
    ['zip=787', { zip: ['787'] }],
    ...['free', 'paid', 'pro_max'].map((plan): FilterCase => [`plan=${plan}`, { plan: [plan] }]),
    ...flags.flatMap(([id]) => ['1', '0'].map((value): FilterCase => [`${id}=${value}`, { [id]: [value] }])),
    ['owner', { owner: ['owner@example.com'] }],
    ['practice', { practice: ['Family Dental'] }],
    ['practiceType', { practiceType: ['General Dentistry'] }],
    ['service', { service: ['Teeth Whitening'] }],
    ['source=staff', { source: ['staff'] }],
    ['source=import', { source: ['import'] }],
    ['updated, last days', { updated: lastDays }],
    ['updated, any day', { updated: ['2020-01-01..'] }],
    ['confirmed, last days', { confirmed: lastDays }],
    ['deleted', { deleted: ['1'] }],
    ...healthChecks.map(({ key }): FilterCase => [`health=${key}`, { health: [key] }]),
  ];
}

/** Filters that staff combine. */
const filterPairs: readonly FilterCase[] = [
  ['state and verified', { state: ['TX'], verified: ['1'] }],
  ['unclaimed in a state', { state: ['OH'], owned: ['0'] }],
  ['state and no website', { state: ['CA'], website: ['0'] }],
  ['state and a paid plan', { state: ['NY'], plan: ['paid', 'pro_max'] }],
  ['state and under review', { state: ['CA'], review: ['1'] }],
  ['state and practice type', { state: ['FL'], practiceType: ['General Dentistry'] }],
  ['state and service', { state: ['FL'], service: ['Teeth Whitening'] }],
  ['paid, without photos', { plan: ['paid', 'pro_max'], photos: ['0'] }],
  ['claimed, not verified', { owned: ['1'], verified: ['0'] }],
  ['free, with a phone', { plan: ['free'], phone: ['1'] }],
  ['no phone, no website', { phone: ['0'], website: ['0'] }],
  ['city and no website', { city: ['Houston, TX'], website: ['0'] }],
  ['city and claimed', { city: ['Houston, TX'], owned: ['1'] }],
  ['ZIP and unclaimed', { zip: ['77'], owned: ['0'] }],
];

/**
 * The limits in milliseconds at the 95th percentile: for every page and total, for a search of everything, and for a sort by a
 * column without an index, whose values are read and sorted.
 */
const LIMIT = 20;
const SEARCH_LIMIT = 100;
const COLUMN_LIMIT = 250;
/** A slow call is measured less often, so that the whole run takes minutes. */
const SECONDS_PER_CALL = 4;
const FEWEST_ROUNDS = 3;
/** The fastest of this many runs counts in each round, so that the percentiles don't include other load on the machine. */
const AGAIN = 5;
const source = listingSource as unknown as TableSource;

const ms = (time: number): string => time.toFixed(1).padStart(7);

/** The blocks that statements read, in the cache or on disk. Other load on the machine doesn't change it. */
async function countBlocks(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  let blocks = 0;
  for (const { sql, bindings } of statements) {
    const text = `explain (analyze, buffers, timing off, format json) ${sql}`;
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
      text,
      values: bindings,
    });
    const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
    blocks += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }
  return blocks;
}

const parts = ['search', 'orders', 'columns', 'filters', 'ends', 'names', 'totals'] as const;
type Part = (typeof parts)[number];

/**
 * Measures the search of everything, and every sort, filter, total, and last page of the listings, and the same SQL sent
 * directly. The arguments are the number of listings, of rounds, and the parts to measure, such as "filters,totals". With
 * DATABASE_URL, a filled database is measured as it is.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const count = Number(args[0] ?? 26_000);
  const rounds = Number(args[1] ?? 12);
  const asked = args[2]?.split(',') ?? [...parts];
  const unknown = asked.find((part) => !parts.includes(part as Part));
  if (unknown !== undefined) throw new Error(`No part "${unknown}". Parts: ${parts.join(', ')}.`);
  const includes = (part: Part): boolean => asked.includes(part);
  const given = process.env.DATABASE_URL;
  const options = { progress: createTerminalProgress(), ...(given && { given }) };
  const { url, db, seedMs, stop } = await openDirectory(count, options);
  const client = openClient(url);
  try {
    await client.connect();
    if (seedMs !== null) await fillStaffRecords(client);
    const statements: Statement[] = [];
    db.on('query', (one: Statement) => statements.push(one));
    const slow: string[] = [];
    const measure = async (label: string, run: () => Promise<unknown>, limit: number) => {
      const [sqlTimes, times]: [number[], number[]] = [[], []];
      const end = performance.now() + SECONDS_PER_CALL * 1_000;
      for (let round = -1; round < rounds && (round < FEWEST_ROUNDS || performance.now() < end); round++) {
        let [time, sqlTime] = [Infinity, Infinity];
        for (let again = 0; again < AGAIN; again++) {
          statements.length = 0;
          const start = performance.now();
          await run();
          const sqlStart = performance.now();
          time = Math.min(time, sqlStart - start);
          for (const { sql, bindings } of statements) await client.query({ text: sql, values: bindings });
          sqlTime = Math.min(sqlTime, performance.now() - sqlStart);
        }
        if (round < 0) continue;
        times.push(time);
        sqlTimes.push(sqlTime);
      }
      const p95 = percentile(times, 0.95);
      const blocks = await countBlocks(client, statements);
      if (p95 > limit) slow.push(`${label} (${p95.toFixed(0)} ms)`);
      console.log(
        `${label.padEnd(42)} ${ms(percentile(sqlTimes, 0.5))} ${ms(percentile(sqlTimes, 0.95))}   ${ms(percentile(times, 0.5))} ${ms(p95)} ${String(blocks).padStart(8)}${p95 > limit ? '   over the limit' : ''}`,
      );
    };
    const read = (view: TablePage) => readTablePage(db, source, view);
    console.log(`${''.padEnd(42)}     SQL p50/p95       call p50/p95   blocks`);

    if (includes('search'))
      for (const [label, q] of staffSearches)
        await measure(`search everything ${label}`, () => searchEverything(db, 'admin', q), SEARCH_LIMIT);
    if (includes('orders')) {
      const sorts = Object.keys(source.sorts).flatMap((column) => [column, `-${column}`]);
      for (const sort of [...sorts, 'state,name', '-state,-updated', 'name,-updated', 'updated,state']) {
        await measure(`first page by ${sort}`, () => read({ sort }), LIMIT);
        await measure(`last page by ${sort}`, () => read({ sort, end: '1' }), LIMIT);
        const { after } = await read({ sort, limit: 500 });
        if (after) await measure(`next page by ${sort}`, () => read({ sort, after }), LIMIT);
      }
    }
    if (includes('columns')) {
      const unindexed = Object.keys(listingTable.columns).filter((column) => !(column in source.sorts));
      for (const sort of unindexed.flatMap((column) => [column, `-${column}`]))
        await measure(`first page by ${sort}`, () => read({ sort, columns: sort.replace('-', '') }), COLUMN_LIMIT);
    }
    const cases = [...singleFilters(Date.now()), ...filterPairs];
    if (includes('filters')) {
      for (const [label, filters] of cases) await measure(`filter ${label}`, () => read({ filters }), LIMIT);
      for (const q of ['smith', '78701', '(512) 555-0142', 'owner@example.com'])
        await measure(`search ${q}`, () => read({ q }), LIMIT);
    }
    if (includes('ends'))
      for (const [label, filters] of cases)
        await measure(`filter ${label}, last page`, () => read({ filters, end: '1' }), LIMIT);
    if (includes('names'))
      for (const [label, filters] of cases)
        await measure(`filter ${label}, by name`, () => read({ filters, sort: 'name' }), LIMIT);
    if (includes('totals'))
      for (const [label, filters] of [['everything', {}] as const, ...cases])
        await measure(`total of ${label}`, () => countTableRows(db, source, filterOf({ filters })), LIMIT);
    console.log(
      slow.length === 0
        ? `\nEvery page and total under ${LIMIT} ms, and every search under ${SEARCH_LIMIT} ms, at the 95th percentile.`
        : `\nOver the limit: ${slow.join('; ')}`,
    );
  } finally {
    await client.end().catch(() => {});
    await stop();
  }
}
