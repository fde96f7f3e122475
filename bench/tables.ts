import { rm } from 'node:fs/promises';
import pg from 'pg';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { seedSample } from '#server/sample/seed.ts';
import { countTableRows, filterOf, readTablePage, type TablePage } from '#server/base/tables/read-table.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { listingSource } from '#server/directory/staff/listing-table.ts';
import { createTerminalProgress } from '#server/prepare.ts';
import { searchEverything } from '#server/tables/search-everything.ts';
import { fillStaffRecords, staffSearches } from './parts/staff-records.ts';
import { filterPairs, singleFilters } from './parts/table-filters.ts';
import { makeTemporaryHome } from './parts/temporary-home.ts';

/** The limits in milliseconds at the 95th percentile: for every page and total, and for a search of everything. */
const LIMIT = 20;
const SEARCH_LIMIT = 100;
/** A slow call is measured less often, so that the whole run takes minutes. */
const SECONDS_PER_CALL = 4;
const FEWEST_ROUNDS = 3;
/** The fastest of this many runs counts in each round, so that the percentiles don't include other load on the machine. */
const AGAIN = 5;
const source = listingSource as unknown as TableSource;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
const ms = (time: number): string => time.toFixed(1).padStart(7);

interface Statement {
  sql: string;
  bindings: unknown[];
}

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

const parts = ['search', 'orders', 'filters', 'ends', 'names', 'totals'] as const;
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
  const home = await makeTemporaryHome('enamel-bench-');
  const embedded = process.env.DATABASE_URL ? null : await startEmbedded({ dataDir: home });
  const url = process.env.DATABASE_URL ?? embedded!.url;
  const db = openKnex(url);
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c max_parallel_workers_per_gather=0' });
  try {
    await db.migrate.latest();
    const isNew = await seedSample(url, {
      count,
      clock: systemClock(),
      hashPassword: async () => 'none',
      progress: createTerminalProgress(),
    });
    await client.connect();
    if (isNew) await fillStaffRecords(client);
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
    await db.destroy();
    await embedded?.stop();
    await rm(home, { recursive: true, force: true });
  }
}
