import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import type pg from 'pg';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { Random } from '#server/sample/random.ts';
import { searchListings } from '#server/directory/search.ts';
import { systemClock } from '#server/base/clock.ts';
import { compareBulk, type Comparison, compareCommands } from './directories.ts';
import { fetchText, hammer, readsOf, type Statement } from './reads.ts';
import {
  built,
  makeGround,
  root,
  startServer,
  thousands,
  makeTemporaryHome,
  openClient,
  percentile,
  type Ground,
} from './ground.ts';
import { findKnown, kinds, pathOf, toSearch, type Known } from './searches.ts';

const span = (ms: number) => (ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);

function print({ what, ours, floor, against }: Comparison): void {
  console.log(
    `${what.padEnd(26)} ${span(ours).padStart(9)} ${span(floor).padStart(9)} ${(ours / floor).toFixed(1).padStart(7)} ×   ${against}`,
  );
}

/** Compares a first and a second server start with starting an empty Postgres and a bare Express. */
async function starts(listings: number): Promise<void> {
  const express = async () => {
    const script = `import express from 'express'; express().get('/', (q, r) => r.send('x')).listen(0, () => { console.log('up'); process.exit(0); })`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'ignore' });
    await once(child, 'close');
  };
  const [ours, bare] = [await makeTemporaryHome('enamel-bench-'), await makeTemporaryHome('enamel-bench-')];
  try {
    const empty = async () => {
      const postgres = await startEmbedded({ dataDir: bare });
      await express();
      return postgres;
    };
    for (const [what, against] of [
      ['first start', 'initdb, an empty Postgres and a bare Express'],
      ['second start', 'an empty Postgres and a bare Express'],
    ] as const) {
      const began = performance.now();
      const postgres = await empty();
      const floor = performance.now() - began;
      await postgres.stop();
      const server = await startServer({ DATA_DIR: ours, SAMPLE_DATA: String(listings) });
      await server.stop();
      print({ what, ours: server.ms, floor, against });
    }
  } finally {
    for (const home of [ours, bare]) await rm(home, { recursive: true, force: true });
  }
}

/** Runs the console's benchmark and parses its figures. */
async function preview(listings: number): Promise<void> {
  if (!existsSync(join(root, 'desktop/dist/main/csv-worker.js')))
    return console.log('CSV preview: not measured; "npm run desktop:build" builds what it measures');
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench/run.ts'), 'desktop-csv'], {
    cwd: root,
    env: { ...process.env, BENCH_ROWS: String(listings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => void (said += part.toString()));
  await once(child, 'close');
  const figure = (line: string) => Number(new RegExp(`^${line}.*?(\\d+) ms`, 'm').exec(said)?.[1] ?? NaN);
  const floor = figure('reading the bytes');
  const against = 'reading the bytes of the file';
  print({ what: 'CSV preview, first rows', ours: figure('first rows'), floor, against });
  print({ what: 'CSV preview, every row', ours: figure('every row'), floor, against });
}

/** `npm run bench [LISTINGS]`: prints one table with each figure next to its floor, measured in the same run. */
export async function benchTable(args: readonly string[]): Promise<void> {
  const listings = Number(args[0] ?? 26_000);
  await built();
  console.log(`${thousands(listings)} listings\n\n${''.padEnd(26)} ${'here'.padStart(9)} ${'floor'.padStart(9)} ${'ratio'.padStart(9)}   the floor`); // prettier-ignore
  const ground = await makeGround(listings);
  try {
    for (const row of await readsOf(ground)) print(row);
    for (const row of await compareBulk(ground)) print(row);
  } finally {
    await ground.stop();
  }
  await starts(listings);
  await preview(listings);
}

const SIZES = [26_000, 250_000, 1_000_000, 4_000_000];
const SEARCHES = 30;
const WARM = 300;
const SERVERS = [1, 2, 3];
const SECONDS = 4;
const WARM_SECONDS = 2;
const GIGABYTE = 1e9;
/** The directory, the one that its export is imported into, and their files and logs. */
const DISK_BYTES_PER_LISTING = 10_000;

const ms = (time: number): string => time.toFixed(1).padStart(8);

/** `npm run bench -- scale [SIZE …]`: how the figures grow with the directory, each next to its floor. */
export async function benchScale(args: readonly string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  await checkDisk(Math.max(...sizes));
  for (const size of sizes) {
    const began = performance.now();
    const ground = await makeGround(size);
    try {
      console.log(`\n${thousands(size)} listings, built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      await measure(ground);
    } finally {
      await ground.stop();
    }
  }
}

async function checkDisk(listings: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, listings * DISK_BYTES_PER_LISTING];
  if (free < needed)
    throw new Error(
      `${thousands(listings)} listings need about ${thousands(needed / GIGABYTE)} GB in ${tmpdir()}, where ${thousands(free / GIGABYTE)} GB are free.`,
    );
}

async function measure(ground: Ground): Promise<void> {
  const client = openClient(ground.databaseUrl);
  await client.connect();
  try {
    const known = await findKnown(client);
    const before = await ground.memory();
    await compareSearches(ground, client, known);
    const reads = await readsOf(ground);
    console.log(`\n${'page or call'.padEnd(24)}      p50      p95    floor      p95   ratio`);
    for (const { what, ours, p95, floor, floorP95, against } of reads)
      console.log(
        `${what.padEnd(24)} ${ms(ours)} ${ms(p95)} ${ms(floor)} ${ms(floorP95)} ${(ours / floor).toFixed(1).padStart(7)}  ${against}`,
      );
    const { rows } = await client.query<{ size: string; keys: string }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size, pg_size_pretty(pg_total_relation_size('listing_index') + pg_total_relation_size('listing_words')) as keys`,
    );
    console.log(
      `disk ${rows[0]!.size}, of which the directory's index ${rows[0]!.keys}; server memory ${before} MB before, ${await ground.memory()} MB after; Postgres ${await postgresMemory(client)} MB`,
    );
    await compareServers(ground, known);
    console.log(`\n${''.padEnd(24)}     here    floor   ratio`);
    for (const row of [...(await compareBulk(ground)), ...(await compareCommands(ground))]) printRatio(row);
  } finally {
    await client.end();
  }
}

const printRatio = ({ what, ours, floor, against }: Comparison): void =>
  console.log(`${what.padEnd(24)} ${ms(ours)} ${ms(floor)} ${(ours / floor).toFixed(1).padStart(7)}  ${against}`);

/** Sends each kind of search over HTTP, and its SQL directly through pg. */
async function compareSearches({ db, url }: Ground, client: pg.Client, known: Known): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = new Random(42);
  const statements: Statement[] = [];
  const note = (one: Statement) => void statements.push(one);
  const makers = Object.values(kinds);
  for (let n = 0; n < WARM; n++) await fetchText(agent, url + pathOf(makers[n % makers.length]!(random, known)));
  console.log(`\n${'search'.padEnd(24)}      p50      p95   SQL p50  SQL p95   ratio`);
  db.on('query', note);
  for (const [kind, make] of Object.entries(kinds)) {
    const [httpTimes, sqlTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < SEARCHES; round++) {
      const query = make(random, known);
      statements.length = 0;
      await searchListings(db, toSearch(query), systemClock());
      const replay = [...statements];
      const sqlStart = performance.now();
      for (const { sql, bindings, options } of replay)
        await client.query({ text: sql, values: bindings, ...(options?.name && { name: options.name }) });
      const httpStart = performance.now();
      await fetchText(agent, url + pathOf(query));
      sqlTimes.push(httpStart - sqlStart);
      httpTimes.push(performance.now() - httpStart);
    }
    const [p50, p95] = [percentile(httpTimes, 0.5), percentile(httpTimes, 0.95)];
    const [sql50, sql95] = [percentile(sqlTimes, 0.5), percentile(sqlTimes, 0.95)];
    console.log(
      `${kind.padEnd(24)} ${ms(p50)} ${ms(p95)} ${ms(sql50)} ${ms(sql95)} ${(p50 / sql50).toFixed(1).padStart(7)}`,
    );
  }
  db.removeListener('query', note);
  agent.destroy();
}

/** Resident memory of all processes of Postgres, with the shared part counted once. */
async function postgresMemory(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  let kilobytes = 0;
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return Math.round(kilobytes / 1024);
}

/** Requests per second of a city search and of one listing, with some server processes on the one database. */
async function compareServers(ground: Ground, known: Known): Promise<void> {
  const { name, state } = known.cities[0]!;
  const { id } = (await ground.db('dentists').whereNull('deletedAt').orderBy('id').first('id')) as { id: number };
  const paths = {
    'city search': `/api/directory?location=${encodeURIComponent(`${name}, ${state}`)}`,
    'one listing': `/api/dentists/${id}`,
    'warm home page': '/',
  };
  console.log(
    `\n${'requests per second'.padEnd(24)} ${SERVERS.map((n) => `${n} server${n > 1 ? 's' : ''}`.padStart(10)).join('')}`,
  );
  const servers = [];
  const rates: Record<string, string[]> = {};
  try {
    for (const count of SERVERS) {
      while (servers.length < count) {
        const server = await startServer({
          DATABASE_URL: ground.databaseUrl,
          DATA_DIR: ground.home,
          SECRET_KEY: 'only for this benchmark, and long enough',
          LIMIT_API: '1000000/60',
        });
        servers.push(server);
        for (const path of Object.values(paths))
          await hammer(server.url + path, { connections: 4, seconds: WARM_SECONDS });
      }
      for (const [what, path] of Object.entries(paths)) {
        const results = await Promise.all(
          servers.map(({ url }) => hammer(url + path, { connections: 4, seconds: SECONDS })),
        );
        const failed = results.flatMap(({ statuses }) => Object.keys(statuses)).filter((status) => status !== '200');
        if (failed.length > 0) throw new Error(`${path}: ${failed.join(', ')}`);
        (rates[what] ??= []).push(thousands(results.reduce((sum, { perSecond }) => sum + perSecond, 0)));
      }
    }
    for (const [what, values] of Object.entries(rates))
      console.log(`${what.padEnd(24)} ${values.map((value) => value.padStart(10)).join('')}`);
  } finally {
    for (const server of servers) await server.stop();
  }
}
