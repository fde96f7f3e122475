import { Agent } from 'node:http';
import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import type { Knex } from 'knex';
import type pg from 'pg';
import { mapMatches } from '#contract/directory/map-matches.ts';
import { systemClock } from '#server/base/clock.ts';
import { Random } from '#server/sample/random.ts';
import { findAlmost } from '#server/directory/beside-results/almost.ts';
import { findMapMatches, type MapQuery } from '#server/directory/beside-results/map-matches.ts';
import { findSearchPrices } from '#server/directory/beside-results/prices.ts';
import { interpretQuery } from '#server/directory/query.ts';
import { searchListings } from '#server/directory/search.ts';
import { createTerminalProgress } from '#server/prepare.ts';
import {
  drawCombination,
  findKnown,
  kinds,
  mapKinds,
  nearKinds,
  pathOf,
  priceKinds,
  textsOf,
  toSearch,
  type Known,
  type Query,
} from './searches.ts';
import { built, depsFor, listen, openClient, openDirectory, percentile, startServer, thousands } from './ground.ts';
import { fetchText, replay, type Statement } from './reads.ts';

/** The limit for every kind of search, in milliseconds at the 95th percentile. */
const SQL_P95 = 10;
const HTTP_BEYOND_SQL = 3;
/** The limit for near matches, the map, and price answers. */
const RARE_P95 = 25;

const WARM = 1_500;

const ms = (time: number): string => time.toFixed(1).padStart(7);

/** Measures a server's memory before, during, and after many searches and one download of the whole directory. */
async function steady(databaseUrl: string, home: string, known: Known, searches: number): Promise<void> {
  await built();
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: home,
    SECRET_KEY: 'only for this benchmark, and long enough',
  });
  const agent = new Agent({ keepAlive: true });
  const megabytes = async () =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024);
  try {
    const random = new Random(7);
    const makers = Object.values(kinds);
    const before = await megabytes();
    const seen: number[] = [];
    const times: number[] = [];
    let sent = 0;
    const one = async () => {
      while (sent < searches) {
        const n = sent++;
        const started = performance.now();
        await fetchText(agent, server.url + pathOf(makers[n % makers.length]!(random, known)));
        times.push(performance.now() - started);
        if (n % Math.ceil(searches / 8) === 0) seen.push(await megabytes());
      }
    };
    const started = performance.now();
    await Promise.all([one(), one(), one(), one()]);
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `\n${searches.toLocaleString('en-US')} searches by four at once, ${Math.round(searches / seconds)} a second, p50/p95 ${ms(percentile(times, 0.5))} ${ms(percentile(times, 0.95))} ms, none failed. Memory of the server: ${before} MB before, ${await megabytes()} MB after; at each eighth ${seen.join(', ')}`,
    );
    let most = 0;
    const watch = setInterval(() => void megabytes().then((now) => (most = Math.max(most, now))), 100);
    const began = performance.now();
    let size = 0;
    for await (const part of (await fetch(`${server.url}/api/dentists`)).body!) size += (part as Uint8Array).length;
    clearInterval(watch);
    console.log(
      `the whole directory, ${Math.round(size / 1e6)} MB of JSON: ${((performance.now() - began) / 1000).toFixed(1)} s, at most ${most} MB of memory`,
    );
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const SLOWEST_SHOWN = 8;

function printCombinations(measured: readonly { query: Query; sql: number }[]): void {
  const times = measured.map(({ sql }) => sql);
  const slow = times.filter((time) => time >= SQL_P95).length;
  console.log(
    `\n${times.length} random combinations of two to six filters: SQL p50/p95/p99/max ${[0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(1)).join(' / ')} ms; ${slow} over ${SQL_P95} ms. The slowest:`,
  );
  for (const { query, sql } of measured.toSorted((a, b) => b.sql - a.sql).slice(0, SLOWEST_SHOWN))
    console.log(`${ms(sql)}  ${pathOf(query)}`);
}

/** Calls `record` before the part of a request that is measured. Resolves to undefined if there is no such part. */
type Request = (query: Query, record: () => void) => Promise<unknown>;
type Kinds = typeof kinds;

/** The requests of a page of results, besides that for the results. */
function listRequests(db: Knex): [Kinds, Request][] {
  const clock = systemClock();
  let pins = 0;
  const interpret = async (query: Query) => {
    const search = toSearch(query);
    return { search, interpreted: await interpretQuery(db, search, clock.now()) };
  };
  return [
    [
      { [PLAIN]: kinds[PLAIN]! },
      (query, record) => {
        record();
        return searchListings(db, toSearch(query), clock);
      },
    ],
    [
      nearKinds,
      async (query, record) => {
        const { search, interpreted } = await interpret(query);
        const found = await searchListings(db, search, clock, Promise.resolve(interpreted));
        record();
        return findAlmost(db, search, found, clock, Promise.resolve(interpreted));
      },
    ],
    [
      mapKinds,
      (query, record) => {
        record();
        // A pin that is left out makes requests differ, because equal ones are cached for a while.
        const left = { ...textsOf(query), without: String((pins += 1)) };
        return findMapMatches(db, mapMatches.query.parse(left) as MapQuery, clock);
      },
    ],
    [
      priceKinds,
      async (query, record) => {
        const { search, interpreted } = await interpret(query);
        record();
        return (await findSearchPrices(db, search, clock, Promise.resolve(interpreted))) ?? null;
      },
    ],
  ];
}

const PLAIN = 'city, ST';
/** Most random queries have five results, and then there are no near matches to find. */
const DRAWS_PER_ROUND = 30;

/** Compares the SQL of near matches, the map's grid, and price answers with a plain city search. */
async function compareRequests(
  db: Knex,
  client: pg.Client,
  known: Known,
  { rounds, again, only }: { rounds: number; again: number; only: string },
) {
  const statements: Statement[] = [];
  const note = (one: Statement) => void statements.push(one);
  db.on('query', note);
  console.log(`\n${''.padEnd(26)}     n    SQL p50     p95     max       as a multiple of “${PLAIN}”`);
  let plain: number[] | undefined;
  for (const [made, request] of listRequests(db))
    for (const [kind, make] of Object.entries(made)) {
      if (kind !== PLAIN && !kind.startsWith(only)) continue;
      const random = new Random(23);
      const measured: { query: Query; sql: number }[] = [];
      for (let draw = 0; draw < rounds * DRAWS_PER_ROUND && measured.length < rounds; draw++) {
        const query = make(random, known);
        if ((await request(query, () => void (statements.length = 0))) === undefined) continue;
        const recorded = [...statements];
        let sql = Infinity;
        for (let run = 0; run < again; run++) sql = Math.min(sql, await replay(client, recorded));
        measured.push({ query, sql });
      }
      const figures = [0.5, 0.95, 1].map((share) => percentile(measured.map(({ sql }) => sql), share)); // prettier-ignore
      plain ??= figures;
      const ratios = figures.map((figure, index) => (figure / plain![index]!).toFixed(1).padStart(7));
      console.log(
        `${kind.padEnd(26)} ${String(measured.length).padStart(5)}   ${figures.map(ms).join(' ')}   ${ratios.join(' ')}`,
      );
      const [slowest] = measured.toSorted((a, b) => b.sql - a.sql);
      if (slowest && slowest.sql > RARE_P95) console.log(`${ms(slowest.sql)}  ${pathOf(slowest.query)}`);
    }
  db.removeListener('query', note);
}

/**
 * `npm run bench -- search [LISTINGS] [ROUNDS] [RUNS] [SEARCHES] [COMBINATIONS] [KIND]`: compares each kind of search over HTTP with its
 * SQL statements sent directly through pg. Only kinds whose names begin with KIND, for example almost, map, or prices.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const count = Number(args[0] ?? 26_000);
  const rounds = Number(args[1] ?? 100);
  // The fastest of several runs counts for each query, so that the percentiles don't include other load on the machine.
  const again = Number(args[2] ?? 3);
  const searches = Number(args[3] ?? 20_000);
  const combinations = Number(args[4] ?? 300);
  const only = args[5] ?? '';
  const asked = Object.entries(kinds).filter(([kind]) => kind.startsWith(only));
  const given = process.env.DATABASE_URL;
  const options = { progress: createTerminalProgress(), ...(given && { given }) };
  const { home, url, db, seedMs, stop } = await openDirectory(count, options);
  const client = openClient(url);
  let server: Awaited<ReturnType<typeof listen>> | null = null;
  try {
    if (seedMs !== null) console.log(`${thousands(count)} listings built in ${(seedMs / 1000).toFixed(1)} s`);
    await client.connect();
    const known = await findKnown(client);
    console.log(
      `${known.total.toLocaleString('en-US')} listings in ${known.cities.length.toLocaleString('en-US')} cities, ${rounds} searches of each kind, the quietest of ${again} runs of each`,
    );

    server = await listen(depsFor(db, url, home));
    const base = `http://127.0.0.1:${server.port}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statements: Statement[] = [];
    db.on('query', (one: Statement) => statements.push(one));

    const floor: number[] = [];
    for (let n = 0; n < 100; n++) {
      const start = performance.now();
      await client.query('select 1');
      floor.push(performance.now() - start);
    }
    console.log(
      `an empty round trip to the database takes ${ms(percentile(floor, 0.5))} /${ms(percentile(floor, 0.95))} ms in this run; ${loadavg()[0]!.toFixed(0)} programs want the ${availableParallelism()} processors`,
    );
    console.log(`\n${''.padEnd(24)}    SQL p50/p95       HTTP p50/p95    HTTP-SQL p95   HTTP:SQL p50`);
    const random = new Random(42);
    // Warms up the server, so that its hot code is compiled.
    const makers = Object.values(kinds);
    for (let n = 0; n < WARM && asked.length > 0; n++)
      await fetchText(agent, base + pathOf(makers[n % makers.length]!(random, known)));
    /** Sends the statements of a search through pg, then the search over HTTP. The fastest of the runs counts. */
    const measure = async (query: Query, isOverHttp: boolean): Promise<{ sql: number; http: number }> => {
      statements.length = 0;
      await searchListings(db, toSearch(query), systemClock());
      const recorded = [...statements];
      const fastest = { sql: Infinity, http: Infinity };
      for (let run = 0; run < again; run++) {
        fastest.sql = Math.min(fastest.sql, await replay(client, recorded));
        if (!isOverHttp) continue;
        const httpStart = performance.now();
        await fetchText(agent, base + pathOf(query));
        fastest.http = Math.min(fastest.http, performance.now() - httpStart);
      }
      return fastest;
    };
    let [quick, near] = [0, 0];
    for (const [kind, make] of asked) {
      const sqlTimes: number[] = [];
      const httpTimes: number[] = [];
      for (let round = -5; round < rounds; round++) {
        const { sql, http } = await measure(make(random, known), true);
        if (round < 0) continue;
        sqlTimes.push(sql);
        httpTimes.push(http);
      }
      const [s50, s95, h50, h95] = [
        percentile(sqlTimes, 0.5),
        percentile(sqlTimes, 0.95),
        percentile(httpTimes, 0.5),
        percentile(httpTimes, 0.95),
      ];
      if (s95 < SQL_P95) quick += 1;
      if (h95 - s95 <= HTTP_BEYOND_SQL) near += 1;
      console.log(
        `${kind.padEnd(24)} ${ms(s50)} ${ms(s95)}    ${ms(h50)} ${ms(h95)}         ${ms(h95 - s95)}        ${(h50 / s50).toFixed(2).padStart(7)}`,
      );
    }
    console.log(
      `\n${quick} of ${asked.length} kinds: SQL p95 under ${SQL_P95} ms; ${near} of ${asked.length}: HTTP p95 within ${HTTP_BEYOND_SQL} ms of the SQL's`,
    );
    if (combinations > 0) {
      const drawn = new Random(11);
      const measured: { query: Query; sql: number }[] = [];
      for (let n = 0; n < combinations; n++) {
        const query = drawCombination(drawn, known);
        measured.push({ query, sql: (await measure(query, false)).sql });
      }
      printCombinations(measured);
    }
    await compareRequests(db, client, known, { rounds, again, only });
    if (searches > 0) await steady(url, home, known, searches);
    agent.destroy();
  } finally {
    server?.stop();
    await client.end();
    await stop();
  }
}
