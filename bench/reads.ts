import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import type pg from 'pg';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { callRoute } from '#server/base/http/serve.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createLog } from '#server/base/log.ts';
import { allRoutes } from '#server/routes.ts';
import { createSecrets } from '#server/base/secrets.ts';
import type { Comparison } from './directories.ts';
import { openClient, percentile, type Ground } from './ground.ts';

const ROUNDS = 100;

/** A statement as Knex sends it. */
export interface Statement {
  sql: string;
  bindings: unknown[];
  options?: { name?: string };
}

export function fetchText(agent: Agent, url: string): Promise<string> {
  return new Promise((done, fail) => {
    get(url, { agent }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => (res.statusCode === 200 ? done(text) : fail(new Error(`${res.statusCode} ${url}`))));
    }).on('error', fail);
  });
}

/** Sends statements through pg, without the server's code. Resolves to the milliseconds that they took. */
export async function replay(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const start = performance.now();
  for (const { sql, bindings, options } of statements)
    await client.query({ text: sql, values: bindings, ...(options?.name && { name: options.name }) });
  return performance.now() - start;
}

/** A read next to the least that it could be. Its times are medians; the p95 are in milliseconds, too. */
interface Read extends Comparison {
  p95: number;
  floorP95: number;
}

const timeRounds = async (work: (round: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> => {
  const times: number[] = [];
  for (let round = -10; round < ROUNDS; round++) {
    const start = performance.now();
    await work(Math.abs(round));
    if (round >= 0) times.push(performance.now() - start);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
};

/** Records the SQL statements of a call, so that they can be sent without the server. Later calls find the caches filled. */
export async function statementsOf(ground: Ground, path: string): Promise<Statement[]> {
  const url = new URL(path, 'http://x');
  for (const route of allRoutes) {
    const match = new RegExp(`^${route.endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(url.pathname);
    if (route.endpoint.method !== 'GET' || !match) continue;
    const seen: Statement[] = [];
    const note = (one: Statement) => void seen.push(one);
    const config = { ...readConfig({ DATABASE_URL: ground.databaseUrl }), PUBLIC_URL: ground.url };
    const log = createLog('silent');
    const ctx: Ctx = {
      db: ground.db, settings: new LiveSettings({ db: ground.db, log, config }), clock: systemClock(), config, log, secret: createSecrets('only for this benchmark, and long'),
      actor: null, ip: '', network: '', userAgent: '', header: () => undefined, signal: new AbortController().signal,
    }; // prettier-ignore
    ground.db.on('query', note);
    await callRoute(route, { params: { ...match.groups }, query: Object.fromEntries(url.searchParams) }, ctx);
    ground.db.removeListener('query', note);
    return seen;
  }
  throw new Error(`Nothing serves ${path}`);
}

/** Compares common reads with their SQL through pg, or with a bare Express that sends the same response. */
export async function readsOf(ground: Ground): Promise<Read[]> {
  const [listing] = (await ground.db('dentists').orderBy('id').limit(1)) as { id: number; city: string; state: string }[]; // prettier-ignore
  const cities = (await ground.db('dentists').distinct('city', 'state').limit(100)) as { city: string; state: string }[]; // prettier-ignore
  const places = cities.map(({ city, state }) => encodeURIComponent(`${city}, ${state}`));
  const ids = (await ground.db('dentists').orderBy('id').limit(100).pluck('id')) as number[];
  const calls: [string, (n: number) => string][] = [
    ['search', (n) => `/api/directory?location=${places[n % places.length]}&page=1&pageSize=10`],
    ['profile', (n) => `/api/dentists/${ids[n % ids.length]}`],
    ['home page, cached', () => '/'],
    ['directory page, cold', (n) => `/directory?location=${places[n % places.length]}`],
    ['profile page, cached', () => `/profile/${listing!.id}`],
    ['stats', () => '/api/stats'],
    ['map', () => '/api/geographic/data'],
  ];
  const client = openClient(ground.databaseUrl);
  await client.connect();
  const ready = new Map<string, string>();
  const bare = express().get(/.*/, (req, res) => void res.type(req.path.startsWith('/api') ? 'json' : 'html').send(ready.get(req.path))); // prettier-ignore
  const server = createServer(bare).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const reads: Read[] = [];
  try {
    for (const [what, make] of calls) {
      const path = make(0);
      const text = await fetchText(agent, ground.url + path);
      ready.set(path.replace(/\?.*/, ''), text);
      const ours = await timeRounds((n) => fetchText(agent, ground.url + make(n)));
      const express = await timeRounds(() => fetchText(agent, base + path));
      const statements: Statement[][] = [];
      if (path.startsWith('/api')) for (let n = 0; n < 100; n++) statements.push(await statementsOf(ground, make(n)));
      const hasSql = statements.some(({ length }) => length > 0);
      const sql = hasSql
        ? await timeRounds((n) => replay(client, statements[n % statements.length]!))
        : { p50: 0, p95: 0 };
      reads.push({
        what,
        ours: ours.p50,
        p95: ours.p95,
        floor: sql.p50 + express.p50,
        floorP95: sql.p95 + express.p95,
        against: hasSql ? 'its SQL through pg, and a bare Express with the answer' : 'a bare Express with the answer',
      });
    }
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await client.end();
  }
  return reads;
}

export interface Measured {
  perSecond: number;
  /** Responses by status. */
  statuses: Record<number, number>;
  bytes: number;
}

/** Sends the same GET over some connections, each as soon as the last was answered. It costs little, so that the server is measured. */
export async function hammer(
  url: string,
  { headers = {}, connections, seconds }: { headers?: Record<string, string>; connections: number; seconds: number },
): Promise<Measured> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const statuses: Record<number, number> = {};
  let bytes = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  const run = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      let head = '';
      let missing = -1;
      socket.setNoDelay();
      socket.on('error', fail);
      socket.on('data', (part: Buffer) => {
        bytes += part.length;
        if (missing === -1) {
          head += part.toString('latin1');
          const headEnd = head.indexOf('\r\n\r\n');
          if (headEnd === -1) return;
          const status = Number(head.slice(9, 12));
          statuses[status] = (statuses[status] ?? 0) + 1;
          const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd))?.[1];
          if (status !== 304 && length === undefined) return void socket.destroy(new Error('No Content-Length'));
          missing = (status === 304 ? 0 : Number(length)) - (head.length - headEnd - 4);
        } else missing -= part.length;
        if (missing > 0) return;
        head = '';
        missing = -1;
        if (performance.now() < end) socket.write(request);
        else socket.end(() => done());
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { perSecond: (answered * 1_000) / (performance.now() - began), statuses, bytes };
}
