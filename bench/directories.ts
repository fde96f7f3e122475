import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BulkDeps } from '#server/bulk/importer/import-lock.ts';
import type { RunOptions } from '#server/bulk/runs/queries-runs.ts';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { createLog } from '#server/base/log.ts';
import { listingFields } from '#shared/bulk/fields.ts';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { forkProcess, makeTemporaryHome, root } from './ground.ts';

export const never = new AbortController().signal;

/** A benchmark's Postgres with its databases. */
export interface Directories {
  home: string;
  admin: pg.Client;
  url(name: string): string;
  /** Creates an empty database. */
  fresh(name: string): Promise<BulkDeps>;
  end(): Promise<void>;
}

export async function openDirectories(): Promise<Directories> {
  const home = await makeTemporaryHome('enamel-bench-');
  const embedded = await startEmbedded({ dataDir: home });
  const url = (name: string) => Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: embedded.url });
  await admin.connect();
  return {
    home,
    admin,
    url,
    async fresh(name) {
      await admin.query(`create database ${name}`);
      const db = openKnex(url(name));
      await migrate(db, url(name));
      return { db, clock: systemClock(), log: createLog('error') };
    },
    async end() {
      await admin.end();
      await embedded.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export async function invent(url: string, rows: number, start?: number): Promise<void> {
  const args = [url, String(rows), ...(start === undefined ? [] : [String(start)])];
  const [code] = (await once(forkProcess('seed', args), 'exit')) as [number];
  if (code !== 0) throw new Error(`Inventing listings ended with ${code}`);
}

export interface Imported {
  ms: number;
  message: string;
  /** Peak resident memory of the importing process in megabytes, and its memory before. */
  peak: number;
  before: number;
}

/** Runs an import in its own process, like `npm run import`. The process start isn't measured. */
export async function importApart(url: string, path: string, options: RunOptions = {}): Promise<Imported> {
  const child = forkProcess('import', [url, path, JSON.stringify(options)]);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const memory = async (which: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    return Math.round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  };
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The process of the import ended early.')));
  ended.catch(() => undefined);
  const told = () => Promise.race([once(child, 'message'), ended]) as Promise<[{ ms: number; message: string }]>;
  await told();
  const before = await memory('VmRSS');
  child.send('go');
  const [{ ms, message }] = await told();
  const peak = await memory('VmHWM');
  child.send('end');
  await ended.catch(() => undefined);
  process.off('exit', kill);
  return { ms, message, peak, before };
}

/** A figure next to the least that it could be, in milliseconds. */
export interface Comparison {
  what: string;
  ours: number;
  floor: number;
  against: string;
}

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
/** The fastest of three runs, because a start and a short run vary more than they differ. */
export const timedBest = async (work: () => Promise<unknown>): Promise<number> =>
  Math.min(await timed(work), await timed(work), await timed(work));
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // If a run fails, Postgres stops before this connection ends. The failure says why.
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Place {
  home: string;
  databaseUrl: string;
}

/** Compares imports of new rows into an empty directory, and exports, with COPY of the same file. */
export async function compareBulk({
  home,
  databaseUrl,
  db: source,
}: Place & { db: ReturnType<typeof openKnex> }): Promise<Comparison[]> {
  const file = join(home, 'listings.csv');
  const { signal } = new AbortController();
  const client = await connect(databaseUrl);
  await writeExport(source, 'contacts', createWriteStream(file), signal);
  const out = await timedBest(() => writeExport(source, 'contacts', nowhere(), signal));
  await client.query(
    `create unlogged table bench_floor (${listingFields.map(({ name }) => `"${name}" text`).join(', ')})`,
  );
  const copyIn = await timed(() => copyFile(client, 'bench_floor', file));
  const copyOut = await timedBest(() =>
    pipeline(client.query(copyTo('copy bench_floor to stdout with (format csv, header)')), nowhere()),
  );
  await client.query('drop table bench_floor');
  await client.query('create database bench_empty');
  const url = Object.assign(new URL(databaseUrl), { pathname: '/bench_empty' }).href;
  const db = openKnex(url);
  await migrate(db, url);
  const put = await timed(async () => {
    const { finished } = await startImport(
      { db, clock: systemClock(), log: createLog('error') },
      { file: await inspectFile(file, 'listings.csv'), actor: null, options: {} },
    );
    const run = await finished;
    if (run.status !== 'done') throw new Error(run.message ?? run.status);
  });
  await db.destroy();
  await client.query('drop database bench_empty');
  await client.end();
  return [
    { what: 'import', ours: put, floor: copyIn, against: 'COPY of the same file into a bare table' },
    { what: 'export', ours: out, floor: copyOut, against: 'COPY of a bare table' },
  ];
}

const copyFile = (client: pg.Client, table: string, path: string) =>
  pipeline(createReadStream(path), client.query(copyFrom(`copy ${table} from stdin with (format csv, header)`)));

const PLAIN_COLUMNS = {
  name: 'name', address: 'address', city: 'city', state: 'state', zipCode: 'zip_code', phone: 'phone',
  website: 'website', specialty: 'specialty', mondayHours: 'monday_hours', languages: 'languages',
}; // prettier-ignore

/** Compares `npm run import` and `npm run export`, without the start of the command, with COPY of a plain file of ten columns. */
export async function compareCommands({ home, databaseUrl }: Place): Promise<Comparison[]> {
  const client = await connect(databaseUrl);
  const [plain, one, exported, copied] = ['plain.csv', 'one.csv', 'exported.csv', 'copied.csv'].map((name) => join(home, name)) as [string, string, string, string]; // prettier-ignore
  const names = Object.keys(PLAIN_COLUMNS).map((name) => `"${name}"`);
  const columns = Object.entries(PLAIN_COLUMNS).map(([name, column]) => `${column} as "${name}"`);
  await pipeline(
    client.query(
      copyTo(
        `copy (select ${columns.join(', ')} from dentists where deleted_at is null) to stdout with (format csv, header)`,
      ),
    ),
    createWriteStream(plain),
  );
  await writeFile(one, 'name,city,state\nAda Moss,Austin,TX\n');
  await client.query(`create table bench_plain (${names.map((name) => `${name} text`).join(', ')})`);
  const copyIn = await timedBest(() => copyFile(client, 'bench_plain', plain));
  await client.query('drop table bench_plain');
  await client.query('create database bench_commands');
  const env = {
    ...process.env,
    DATA_DIR: home,
    DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: '/bench_commands' }).href,
  };
  // The first run also creates the tables.
  await runCommand('import', [one, '--dry-run'], env);
  const importStart = await timedBest(() => runCommand('import', [one, '--dry-run'], env));
  const exportStart = await timedBest(() => runCommand('export', ['contacts', exported], env));
  const put = (await timed(() => runCommand('import', [plain], env))) - importStart;
  const out = (await timedBest(() => runCommand('export', ['contacts', exported], env))) - exportStart;
  const own = await connect(env.DATABASE_URL);
  await own.query(
    `create unlogged table bench_floor (${listingFields.map(({ name }) => `"${name}" text`).join(', ')})`,
  );
  await copyFile(own, 'bench_floor', exported);
  const copyOut = await timedBest(() =>
    pipeline(own.query(copyTo('copy bench_floor to stdout with (format csv, header)')), createWriteStream(copied)),
  );
  await own.end();
  await client.end();
  return [
    { what: 'npm run import', ours: put, floor: copyIn, against: 'COPY of the same ten columns into a bare table' },
    {
      what: 'npm run export',
      ours: out,
      floor: copyOut,
      against: 'COPY of a bare table with the same values to a file',
    },
  ];
}

async function runCommand(name: 'import' | 'export', args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = join(root, `server/bulk/commands/${name}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', command, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }); // prettier-ignore
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}`);
}
