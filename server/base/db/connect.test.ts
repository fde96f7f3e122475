import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asRefusal } from '../http/errors.ts';
import { buildListingsCsv } from '#server/test/files/bulk.ts';
import { freshDatabase } from '#server/test/programs/database.ts';
import { connect, hostOf } from './connect.ts';
import { DatabaseProblem } from './database-problem.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const withPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href;

/** Forwards connections to a database, until it is closed. Then they break as if the database had died. */
async function startProxy(url: string, port = 0) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connectSocket(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    client.pipe(upstream).pipe(client);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  cleanups.push(close);
  return { port: (server.address() as AddressInfo).port, close };
}

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function openDatabase() {
  const database = await freshDatabase();
  cleanups.push(() => database.drop());
  return database;
}

describe('connecting', () => {
  it('waits for a database that starts later, and says so once', async () => {
    const { url } = await openDatabase();
    const port = await findClosedPort();
    const lines: string[] = [];
    const opened = connect(withPort(url, port), { log: (line) => lines.push(line) });
    setTimeout(() => void startProxy(url, port), 1_500);
    const client = await opened;
    expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    expect(lines).toEqual([`Waiting up to 60 seconds for the database at 127.0.0.1:${port}.`]);
  });

  it('ends with a sentence that names the host, but never the password', async () => {
    const port = await findClosedPort();
    const url = `postgres://ann:sesame@127.0.0.1:${port}/enamel`;
    const problem = await connect(url, { patienceMs: 1_200, log: () => undefined }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(DatabaseProblem);
    expect((problem as Error).message).toBe(
      `The database at 127.0.0.1:${port} didn't answer within 1 seconds (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or correct DATABASE_URL.`,
    );
  });

  it.each([
    ['a database that does not exist', (url: URL) => (url.pathname = '/nowhere'), /^The database server at 127\.0\.0\.1:\d+ is up, but database "nowhere" does not exist\. Create the database, or correct DATABASE_URL\.$/],
    ['a wrong password', (url: URL) => (url.password = 'sesame'), /^The database at 127\.0\.0\.1:\d+ refused the connection: password authentication failed for user ".+"\. Correct DATABASE_URL, or the settings of the database\.$/],
  ])('doesn’t wait for %s', async (_, change, message) => {
    const { url } = await openDatabase();
    const wrong = new URL(url);
    change(wrong);
    const start = performance.now();
    const problem = await connect(wrong.href, { log: () => undefined }).catch((error: unknown) => error as Error);
    expect(problem).toBeInstanceOf(DatabaseProblem);
    expect((problem as Error).message).toMatch(message);
    expect((problem as Error).message).not.toContain('sesame');
    expect(performance.now() - start).toBeLessThan(10_000);
  }); // prettier-ignore

  it('names the host of every form of DATABASE_URL', () => {
    expect(hostOf('postgres://ann:sesame@db.example.com/enamel')).toBe('db.example.com:5432');
    expect(hostOf('postgresql://db:6432/enamel')).toBe('db:6432');
    expect(hostOf('postgres:///enamel?host=/var/run/postgresql')).toBe('/var/run/postgresql:5432');
  });
});

it('an import command whose database dies ends with a sentence and no stack', async () => {
  const { url } = await openDatabase();
  const proxy = await startProxy(url);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-died-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'listings.csv');
  await writeFile(file, buildListingsCsv(60_000, 'Died'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/bulk/commands/import.ts', file], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: withPort(url, proxy.port), DATA_DIR: folder, SECRET_KEY: 'k'.repeat(32) },
    stdio: ['ignore', 'pipe', 'pipe'],
  }); // prettier-ignore
  let errors = '';
  child.stderr.on('data', (part: Buffer) => void (errors += part.toString()));
  // The first progress bar shows that the run has started.
  await once(child.stdout, 'data');
  proxy.close();
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(errors).not.toMatch(/\n\s+at |node:internal/);
  expect(errors).toMatch(/The database stopped while it worked on this\.|We can’t reach the database\./);
});

it('a start says why it can’t use the database, in one sentence', async () => {
  const { url } = await openDatabase();
  const wrong = Object.assign(new URL(url), { pathname: '/nowhere' }).href;
  const env = { PATH: process.env.PATH, DATABASE_URL: wrong, PORT: '0', SECRET_KEY: 'k'.repeat(32) };
  const run = ['--import', 'tsx', 'server/bulk/commands/export.ts', 'dentist-listings', '/nowhere.csv'];
  const errors = await new Promise<string>((done) => execFile(process.execPath, run, { cwd: root, env }, (_, __, text) => done(text))); // prettier-ignore
  expect(errors).toMatch(/^The database server at \S+ is up, but database "nowhere" does not exist\. .*\n$/);
});

describe('errors of the database', () => {
  const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

  it.each([
    [failure('57P01'), 503, 'The database stopped while it worked on this. Please try again in a moment.'],
    [failure('08006'), 503, 'The database stopped while it worked on this. Please try again in a moment.'],
    [new Error('Connection terminated unexpectedly'), 503, 'The database stopped while it worked on this. Please try again in a moment.'],
    [failure('ECONNREFUSED'), 503, 'We can’t reach the database. Please try again in a moment.'],
    [failure('57P03'), 503, 'We can’t reach the database. Please try again in a moment.'],
    [failure('53100'), 507, 'We’re out of storage space. Please try again later.'],
    // A full disk makes the database end its connections and refuse new ones.
    [failure('57P02'), 507, 'We’re out of storage space. Please try again later.'],
    [failure('57P03'), 507, 'We’re out of storage space. Please try again later.'],
  ])('%o: %d, %s', (error, status, message) => {
    expect(asRefusal(error)).toMatchObject({ status, message });
  }); // prettier-ignore

  it('have their own sentences again a minute after the disk was full', () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 61_000);
    expect(asRefusal(failure('57P03'))).toMatchObject({ status: 503 });
    expect(asRefusal(failure('57P03'))).toMatchObject({ status: 503 });
  });
});
