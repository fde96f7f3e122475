import { once } from 'node:events';
import { Agent, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { systemClock } from '#server/base/clock.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { createLog } from '#server/base/log.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import type { RunOptions } from '#server/bulk/runs/queries-runs.ts';
import type { pageCacheStats } from '#server/site/page-cache/page-cache.ts';
import type { Site } from '#server/site/site.ts';
import type { ProcessName } from './ground.ts';
import type { Statement } from './reads.ts';

/**
 * The processes that `forkProcess(NAME, ...)` starts, because their memory and CPU time are measured apart. Functions import what
 * they need, so that the modules of one don't count as the memory of another.
 */
const processes: Record<ProcessName, (...args: string[]) => Promise<void> | void> = {
  bareExpress: sendBytes,
  sqlExpress: sendAfterSql,
  pages: servePages,
  app: serveApp,
  import: importFile,
  seed: seedListings,
  visitors: simulateVisitors,
  readers: readWithKeys,
};

/** CPU time of this process in milliseconds. Unlike the clock, it hardly depends on what else the machine does. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const sendPort = (server: Server): void => void process.send!({ port: (server.address() as AddressInfo).port });

export interface BareResponse {
  encoding: string | null;
  body: string;
}

/** Sends given bytes with nothing but Express. Its parent says which. */
async function sendBytes(): Promise<void> {
  const { default: express } = await import('express');
  let response = { encoding: null as string | null, body: Buffer.alloc(0) };
  let text = '';
  const app = express();
  app.disable('etag');
  // As Express sends a page that was just rendered: it encodes the text and adds an ETag.
  app.use(
    '/text',
    express().use((_req, res) => void res.type('html').send(text)),
  );
  app.use((_req, res) => {
    res.set('Content-Type', 'text/html; charset=utf-8');
    if (response.encoding) res.set('Content-Encoding', response.encoding);
    res.send(response.body);
  });
  const server = app.listen(0, '127.0.0.1', () => sendPort(server));
  process.on('message', (next: BareResponse | 'report') => {
    if (next !== 'report') {
      response = { encoding: next.encoding, body: Buffer.from(next.body, 'base64') };
      text = next.encoding === null ? response.body.toString() : '';
    }
    process.send!({ cpuMs: cpuMs() });
  });
  process.once('disconnect', () => process.exit(0));
}

export interface CallFloor {
  statements: Statement[];
  body: string;
}

/** Sends given bytes after the given SQL was sent through pg, with nothing but Express. */
async function sendAfterSql(): Promise<void> {
  const { default: express } = await import('express');
  const { default: pg } = await import('pg');
  let floor: CallFloor = { statements: [], body: '' };
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL!,
    max: 10,
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
  });
  const app = express();
  app.use(async (_req, res) => {
    for (const { sql, bindings, options } of floor.statements)
      await pool.query({ text: sql, values: bindings, ...(options?.name ? { name: options.name } : {}) });
    res.type('json').send(floor.body);
  });
  const server = app.listen(0, '127.0.0.1', () => sendPort(server));
  process.on('message', (next: CallFloor) => {
    floor = next;
    process.send!('ready');
  });
  process.once('disconnect', () => process.exit(0));
}

export interface PageServerReport {
  memoryMb: number;
  /** CPU time since the start of the process. */
  cpuMs: number;
  cache: ReturnType<typeof pageCacheStats>;
}

/** The server, which reports its memory and its page cache to its parent. */
async function servePages(): Promise<void> {
  const { boot } = await import('#server/boot.ts');
  const { readConfig } = await import('#server/base/config.ts');
  const { pageCacheStats } = await import('#server/site/page-cache/page-cache.ts');
  const dist = fileURLToPath(new URL('../web/dist', import.meta.url));
  const { createSite } = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
    createSite(publicDir: string): Site;
  };
  const running = await boot(readConfig(process.env), {
    databaseUrl: process.env.DATABASE_URL!,
    site: createSite(join(dist, 'client')),
  });
  process.on('message', () => {
    const report: PageServerReport = {
      memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
      cpuMs: cpuMs(),
      cache: pageCacheStats(),
    };
    process.send!(report);
  });
  process.once('disconnect', () => void running.stop().then(() => process.exit(0)));
  process.send!({ url: running.url });
}

/** The API on a database, without pages. */
async function serveApp(url: string, home: string): Promise<void> {
  const { depsFor, listen } = await import('./ground.ts');
  process.send!({ port: (await listen(depsFor(openKnex(url), url, home))).port });
}

async function importFile(url: string, path: string, options: string): Promise<void> {
  const db = openKnex(url);
  await db.raw('select 1');
  process.send!('ready');
  await once(process, 'message');
  const start = performance.now();
  const { finished } = await startImport(
    { db, clock: systemClock(), log: createLog('error') },
    { file: await inspectFile(path, 'listings.csv'), actor: null, options: JSON.parse(options) as RunOptions },
  );
  const run = await finished;
  if (run.status !== 'done' && run.status !== 'ready') throw new Error(run.message ?? run.status);
  process.send!({ ms: performance.now() - start, message: run.message });
  await once(process, 'message');
  await db.destroy();
  process.disconnect();
}

async function seedListings(url: string, count: string, seed?: string): Promise<void> {
  const { seedSample } = await import('#server/sample/seed.ts');
  const options = { count: Number(count), clock: systemClock(), hashPassword: async () => 'x' };
  await seedSample(url, { ...options, ...(seed ? { seed: Number(seed) } : {}) });
  const db = openKnex(url);
  await db.raw('vacuum analyze');
  await db.destroy();
  process.disconnect();
}

/** The orders of insights.ts to its visitors and searchers. They are processes, because their cost isn't the server's. */
export type Order =
  | { do: 'visit'; port: number; seconds: number; rate: number | null; clients: number; dentists: [number, number] }
  | { do: 'search'; port: number; seconds: number };
export type Visited = { accepted: number; refused: number; late: number };
export type Searched = number[];

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const PLACES = ['TX', 'CA', 'NY', 'Houston, TX', 'Portland, OR', 'FL', 'Chicago, IL', 'OH'];
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
let visitors = 0;

const call = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; body: string }> =>
  new Promise((done, fail) => {
    const req = request({ port, path, method, agent, headers: { 'User-Agent': BROWSER, ...headers } }, (res) => {
      const parts: Buffer[] = [];
      res
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => done({ status: res.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
    });
    // Retries when the server closes a kept-alive connection just as it is reused.
    req.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && req.reusedSocket) done(call(port, method, path, headers, body));
      else fail(error);
    });
    req.end(body);
  });

/** A visitor with its own IP address, so that visitors don't share rate limits. */
class Visitor {
  readonly #order: Order & { do: 'visit' };
  #headers: Record<string, string> = {};
  #left = 0;
  #start = 0;
  constructor(order: Order & { do: 'visit' }) {
    this.#order = order;
  }

  /** Sends ten events, one of them a conversion. After five batches a new visitor takes over. */
  async tell(): Promise<number> {
    const { port, dentists } = this.#order;
    if (this.#left === 0) {
      const n = (process.pid % 50) * 60_000 + visitors++;
      this.#headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      };
      const answer = await call(port, 'POST', '/api/analytics/session', this.#headers, '{}');
      this.#headers['X-Session-Id'] = (JSON.parse(answer.body) as { sessionId: string }).sessionId;
      this.#left = 5;
      this.#start = Math.random();
    }
    this.#left -= 1;
    const [first, count] = dentists;
    // Each batch views another listing, because a second view in one visit isn't counted.
    const dentistId = first + ((Math.floor(this.#start * count) + this.#left) % count);
    const at = 1 + Math.floor(Math.random() * 2 ** 52);
    const view = (n: number, pagePath: string) => ({
      eventType: 'page_view',
      eventName: 'page_view',
      pagePath,
      pageTitle: 'Dentists near you | Enamel',
      viewId: at + n,
      ago: 2_000 - n,
    });
    const search = { eventType: 'search', pagePath: '/directory', searchQuery: PLACES[at % PLACES.length] };
    const body = {
      events: [
        view(1, '/'),
        { ...search, eventName: 'search_initiated', searchType: 'location_only', variant: 'hero', ago: 1_500 },
        view(2, '/directory'),
        { ...search, eventName: 'search', searchResults: 120, searchType: 'location_only', ago: 1_000 },
        { eventType: 'click', eventName: 'dentist_click', pagePath: '/directory', dentistId, clickPosition: 2, ago: 800 },
        view(3, '/texas/houston/dentist/somebody'),
        { eventType: 'profile_view', eventName: 'profile_view', pagePath: '/texas/houston', dentistId, ago: 500 },
        view(4, '/about'),
        { eventType: 'page_scroll', eventName: 'scrolled', pagePath: '/about', ago: 10 },
      ],
      conversions: [{ eventType: 'dentist_click', dentistId, ago: 800 }],
      leaves: [{ viewId: at + 1, seconds: 3.5, ago: 700 }],
    }; // prettier-ignore
    const answer = await call(port, 'POST', '/api/analytics/track', this.#headers, JSON.stringify(body));
    return answer.status === 200 ? body.events.length + body.conversions.length : 0;
  }
}

async function visit(order: Order & { do: 'visit' }): Promise<Visited> {
  const { seconds, rate, clients } = order;
  const end = performance.now() + seconds * 1000;
  const result: Visited = { accepted: 0, refused: 0, late: 0 };
  const idle = Array.from({ length: clients }, () => new Visitor(order));
  const turn = async (visitor: Visitor) => {
    const told = await visitor.tell();
    if (told > 0) result.accepted += told;
    else result.refused += 10;
  };
  if (rate === null) {
    await Promise.all(
      idle.map(async (visitor) => {
        while (performance.now() < end) await turn(visitor);
      }),
    );
    return result;
  }
  // Batches are sent on schedule, even if earlier ones are unanswered. Without an idle visitor, a batch is late.
  const running = new Set<Promise<void>>();
  const every = 10_000 / rate;
  for (let next = performance.now(); next < end; next += every) {
    const wait = next - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const visitor = idle.shift();
    if (!visitor) {
      result.late += 1;
      continue;
    }
    const one: Promise<void> = turn(visitor).finally(() => {
      idle.push(visitor);
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  return result;
}

async function search({ port, seconds }: Order & { do: 'search' }): Promise<Searched> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const started = performance.now();
    const place = encodeURIComponent(PLACES[times.length % PLACES.length]!);
    const { status } = await call(port, 'GET', `/api/directory?location=${place}&pageSize=10`);
    if (status !== 200) throw new Error(`a search answered ${status}`);
    times.push(performance.now() - started);
    await new Promise((done) => setTimeout(done, 20));
  }
  return times;
}

/** An order of keys.ts: reads of a path from each server, with keys or as visitors. */
export interface ReadOrder {
  urls: string[];
  path: string;
  keys: string[];
  perSecond: number;
  connections: number;
  seconds: number;
}
export type ReadReport = { times: number[]; reasons: (number | string)[] };

/** Has the lowest priority, because real readers take no CPU time from the servers. */
async function readWithKeys(): Promise<void> {
  const { drive } = await import('./load.ts');
  const { Random } = await import('#server/sample/random.ts');
  setPriority(constants.priority.PRIORITY_LOW);
  const random = new Random(11);
  const read = async ({ urls, path, keys, perSecond, ...options }: ReadOrder): Promise<ReadReport> => {
    const headers = (): Record<string, string> =>
      keys.length > 0 ? { authorization: `Bearer ${random.pick(keys)}` } : {};
    const driven = await Promise.all(
      urls.map((url) =>
        drive(url, [['read', 1, () => path]], { ...options, perSecond: perSecond / urls.length, headers }),
      ),
    );
    return {
      times: driven.flatMap(({ times }) => times.read ?? []),
      reasons: driven.flatMap(({ failures }) => failures.map(({ reason }) => reason)),
    };
  };
  process.on('message', (order: ReadOrder) => void read(order).then((report) => process.send!(report)));
}

function simulateVisitors(): void {
  process.on('message', (order: Order) => {
    void (order.do === 'visit' ? visit(order) : search(order)).then((result) => process.send!(result));
  });
}

const [name, ...args] = process.argv.slice(2);
await processes[name as ProcessName](...args);
