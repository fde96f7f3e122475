import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listingTable } from '#contract/listings/listing-table.ts';
import { systemClock } from '#server/clock.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { openKnex } from '#server/db/knex.ts';
import { seedSample } from '#server/db/sample/seed.ts';
import { countTableRows, filterOf, readTablePage, type TablePage } from '#server/db/tables/read-table.ts';
import type { TableSource } from '#server/db/tables/table-source.ts';
import { listingSource } from '#server/listings/admin/listing-table.ts';
import { createTerminalProgress } from '#server/prepare.ts';
import { searchEverything } from '#server/tables/search-everything.ts';
import { fillStaffRecords, staffSearches } from './parts/staff-records.ts';

/** The limit for every page, in milliseconds at the 95th percentile. */
const LIMIT = 20;
/** The fastest of this many runs counts in each round, so that the percentiles don't include other load on the machine. */
const AGAIN = 5;
const source = listingSource as unknown as TableSource;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
const ms = (time: number): string => time.toFixed(1).padStart(7);

/** Values for each filter. The frequent and the rare side of a flag are separate cases. */
function filterCases(today: string, recent: string): [name: string, filters: Record<string, string[]>][] {
  const flags = Object.entries(listingTable.filters).filter(([id, { kind }]) => kind === 'flag' && id !== 'deleted');
  return [
    ['state=CA', { state: ['CA'] }],
    ['state=WY', { state: ['WY'] }],
    ['states=CA,NY,TX', { state: ['CA', 'NY', 'TX'] }],
    ['city=Austin, TX', { city: ['Austin, TX'] }],
    ['zip=787', { zip: ['787'] }],
    ...['free', 'paid', 'pro_max'].map((plan): [string, Record<string, string[]>] => [
      `plan=${plan}`,
      { plan: [plan] },
    ]),
    ...flags.flatMap(([id]) =>
      ['1', '0'].map((value): [string, Record<string, string[]>] => [`${id}=${value}`, { [id]: [value] }]),
    ),
    ['owner', { owner: ['owner@example.com'] }],
    ['practiceType', { practiceType: ['General Dentistry'] }],
    ['service', { service: ['Teeth Whitening'] }],
    ['source=staff', { source: ['staff'] }],
    ['updated, last days', { updated: [`${recent}..${today}`] }],
    ['confirmed, last days', { confirmed: [`${recent}..${today}`] }],
    ['deleted', { deleted: ['1'] }],
    ['state and verified', { state: ['TX'], verified: ['1'] }],
    ['unclaimed in a state', { state: ['OH'], owned: ['0'] }],
  ];
}

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

/**
 * Measures the search of everything, and every sort, filter, total, and last page of the listings, and the same SQL sent
 * directly. A third argument "search" measures the search only.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const count = Number(args[0] ?? 26_000);
  const rounds = Number(args[1] ?? 12);
  const home = await mkdtemp(join(tmpdir(), 'enamel-bench-'));
  await chmod(home, 0o711);
  const embedded = process.env.DATABASE_URL ? null : await startEmbedded({ dataDir: home });
  const url = process.env.DATABASE_URL ?? embedded!.url;
  const db = openKnex(url);
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c max_parallel_workers_per_gather=0' });
  try {
    await db.migrate.latest();
    await seedSample(url, {
      count,
      clock: systemClock(),
      hashPassword: async () => 'none',
      progress: createTerminalProgress(),
    });
    await client.connect();
    await fillStaffRecords(client);
    const statements: Statement[] = [];
    db.on('query', (one: Statement) => statements.push(one));
    const slow: string[] = [];
    const measure = async (label: string, run: () => Promise<unknown>, limit: number) => {
      const [sqlTimes, times]: [number[], number[]] = [[], []];
      for (let round = -2; round < rounds; round++) {
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

    for (const [label, q] of staffSearches)
      await measure(`search everything ${label}`, () => searchEverything(db, 'admin', q), 5 * LIMIT);
    if (args[2] === 'search') {
      console.log(slow.length === 0 ? `\nEvery search under ${5 * LIMIT} ms.` : `\nOver the limit: ${slow.join('; ')}`);
      return;
    }
    const sorts = Object.keys(source.sorts).flatMap((column) => [column, `-${column}`]);
    const several = ['state,name', '-state,-updated', 'name,-updated', 'updated,state'];
    for (const sort of [...sorts, ...several]) {
      await measure(`first page by ${sort}`, () => read({ sort }), LIMIT);
      await measure(`last page by ${sort}`, () => read({ sort, end: '1' }), LIMIT);
      const { after } = await read({ sort, limit: 500 });
      if (after) await measure(`next page by ${sort}`, () => read({ sort, after }), LIMIT);
    }
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const cases = filterCases(day(Date.now()), day(Date.now() - 7 * 86_400_000));
    for (const [label, filters] of cases) await measure(`filter ${label}`, () => read({ filters }), LIMIT);
    for (const [label, filters] of cases)
      await measure(`filter ${label}, last page`, () => read({ filters, end: '1' }), LIMIT);
    for (const [label, filters] of cases)
      await measure(`filter ${label}, by name`, () => read({ filters, sort: 'name' }), LIMIT);
    for (const q of ['smith', '78701', '(512) 555-0142', 'owner@example.com'])
      await measure(`search ${q}`, () => read({ q }), LIMIT);
    console.log('');
    for (const [label, filters] of [['everything', {}] as const, ...cases])
      await measure(`total of ${label}`, () => countTableRows(db, source, filterOf({ filters })), 5 * LIMIT);
    console.log(
      slow.length === 0
        ? `\nEvery page under ${LIMIT} ms and every total under ${5 * LIMIT} ms at the 95th percentile.`
        : `\nOver the limit: ${slow.join('; ')}`,
    );
  } finally {
    await client.end().catch(() => {});
    await db.destroy();
    await embedded?.stop();
    await rm(home, { recursive: true, force: true });
  }
}
