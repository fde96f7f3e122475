import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listingFields } from '#shared/bulk/fields.ts';
import { boot } from '#server/boot.ts';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { readConfig } from '#server/base/config.ts';
import { callerOf, signInOn } from '#server/test/app.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import {
  importApart,
  invent,
  never,
  openDirectories,
  type Directories,
  type Imported,
  compareCommands,
  timed,
  timedBest,
} from './directories.ts';
import { thousands, makeGround, percentile } from './ground.ts';

/** `npm run bench -- bulk ROWS [--first]`: measures imports and exports of one file with that many listings, as ratios to COPY. */
export async function benchBulk(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 100_000);
  const firstOnly = args.includes('--first');
  const ground = await openDirectories();
  const { admin, home, url, fresh } = ground;
  try {
    const source = await fresh('source');
    console.log(`Generating ${thousands(rows)} listings …`);
    await invent(url('source'), rows);
    const file = join(home, 'listings.csv');
    await writeExport(source.db, 'contacts', createWriteStream(file), never);
    const megabytes = Math.round((await stat(file)).size / 2 ** 20);
    const plain = join(home, 'plain.csv');
    // Without ids, so that all rows are new.
    await withoutIds(file, plain);

    const columns = listingFields.map(({ name }) => `"${name}" text`).join(', ');
    await admin.query(`create table floor (${columns}); create unlogged table floor_unlogged (${columns})`);
    const floor = await timed(() => copyFile(url('enamel'), 'floor', file));
    const unlogged = await timed(() => copyFile(url('enamel'), 'floor_unlogged', file));
    const print = (what: string, ms: number, against = floor, more = '') =>
      console.log(
        `${what.padEnd(44)} ${(ms / against).toFixed(1).padStart(6)}×  ${thousands(rows / (ms / 1000)).padStart(10)} rows/s  ${more}`,
      );
    console.log(`\n${thousands(rows)} listings, ${listingFields.length} columns, ${megabytes} MB\n`);
    print(`${hasPsql() ? 'psql \\copy' : 'COPY'} of the file into a bare table`, floor);
    print('the same, unlogged', unlogged);
    const told = (what: string, { ms, peak, before, message }: Imported) => {
      print(what, ms, floor, `${peak} MB at most, ${before} before`);
      if (args.includes('--verbose')) console.log(message);
    };
    const empty = await fresh('empty');
    await empty.db.destroy();
    told('new listings into an empty directory', await importApart(url('empty'), file));
    if (!firstOnly) {
      told('the same file again: no change', await importApart(url('empty'), file));
      told('the same rows without their ids: no change', await importApart(url('empty'), plain, { dryRun: true }));
      await importNextToOthers(ground, plain, told, print);
    }

    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const out = await timedBest(() =>
      pipeline(admin.query(copyTo(`copy floor to stdout with (format csv, header true)`)), nowhere()),
    );
    console.log();
    print('COPY of a bare table to nowhere', out, out);
    const copied = new pg.Client({ connectionString: url('source') });
    await copied.connect();
    const table = await timedBest(() =>
      pipeline(copied.query(copyTo(`copy dentists to stdout with (format csv, header true)`)), nowhere()),
    );
    await copied.end();
    print('COPY of the listings table to nowhere', table, out);
    print('export', await timedBest(() => writeExport(source.db, 'contacts', nowhere(), never)), out);
    await source.db.destroy();
    console.log();
    for (const { what, ours, floor: least, against } of await compareCommands({ home, databaseUrl: url('source') }))
      console.log(`${what.padEnd(44)} ${(ours / least).toFixed(1).padStart(6)}×  ${against}`);
  } finally {
    await ground.end();
  }
}

/** Measures an import into a directory with listings: alone, and during searches, where a second import must wait. */
async function importNextToOthers(
  { admin, url, fresh, home }: Directories,
  path: string,
  told: (what: string, imported: Imported) => void,
  print: (what: string, ms: number) => void,
): Promise<void> {
  const { db } = await fresh('busy');
  await invent(url('busy'), 26_000, 99);
  await db.destroy();
  await admin.query('create database searched template busy');
  told('new listings next to 26,000 others', await importApart(url('busy'), path));
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: home, LIMIT_API: '1000000/1' }); // prettier-ignore
  const server = await boot(config, { databaseUrl: url('searched') });
  const begin = async () =>
    startImport(server.deps, { file: await inspectFile(path, 'listings.csv'), actor: null, options: {} });
  const searching = await searchAll(server.url);
  const ms = await timed(async () => {
    const { finished } = await begin();
    const second = await begin().catch((error: Error) => error.message);
    if (typeof second !== 'string') throw new Error('A second import was let in.');
    const done = await finished;
    if (done.status !== 'done') throw new Error(done.message ?? done.status);
  });
  print('the same while three clients search', ms);
  const { answers, p50, p99, slowest } = await searching();
  console.log(
    `${thousands(answers)} searches through HTTP meanwhile, in the same process: p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms`,
  );
  await server.stop();
}

async function withoutIds(from: string, to: string): Promise<void> {
  let rest = '';
  const out = createWriteStream(to);
  await pipeline(
    createReadStream(from, { encoding: 'utf8' }),
    async function* (source: AsyncIterable<string>) {
      for await (const chunk of source) {
        rest += chunk;
        const end = rest.lastIndexOf('\n');
        // Each generated row starts with its id and contains no line break.
        yield rest
          .slice(0, end + 1)
          .replace(/^(id|\d+),/gm, ',')
          .replace(/^,name/, 'id,name');
        rest = rest.slice(end + 1);
      }
    },
    out,
  );
}

const hasPsql = () => spawnSync('psql', ['--version']).status === 0;

/** Uses psql if it is installed, else the same statement through the driver. */
async function copyFile(url: string, table: string, path: string): Promise<void> {
  const options = 'with (format csv, header true)';
  if (hasPsql()) {
    const done = spawn('psql', [url, '-qXc', `\\copy ${table} from '${path}' ${options}`], { stdio: 'inherit' });
    const [code] = (await once(done, 'exit')) as [number];
    if (code !== 0) throw new Error(`psql ended with ${code}`);
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await pipeline(createReadStream(path), client.query(copyFrom(`copy ${table} from stdin ${options}`)));
  await client.end();
}

interface Searched {
  answers: number;
  p50: number;
  p99: number;
  slowest: number;
}

/** Runs in its own thread, so that the client's work isn't measured as the server's. */
const asking = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: true });
const queries = ['', '?location=Boston', '?location=TX', '?location=90210', '?service=Veneers', '?name=smith', '?location=CA&service=Veneers', '?location=10001&radius=25', '?name=lee&location=FL', '?location=606'];
const times = [];
let on = true;
const ask = (path) => new Promise((done, fail) => {
  const start = performance.now();
  get(workerData + '/api/dentists/search' + path, { agent }, (res) => {
    res.resume().on('end', () => res.statusCode === 200 ? done(times.push(performance.now() - start)) : fail(new Error(path + ' was answered with ' + res.statusCode)));
  }).on('error', fail);
});
const one = async (turn) => { for (; on; turn++) { await ask(queries[turn % queries.length] + (turn % 10 ? '&' : '?') + 'page=1&pageSize=10'); await new Promise((done) => setTimeout(done, 20)); } };
const all = Promise.all([0, 3, 6].map(one));
all.catch((error) => { throw error; });
parentPort.once('message', () => {
  times.length = 0;
  parentPort.once('message', async () => { on = false; await all; parentPort.postMessage(times); agent.destroy(); });
});
`;

/** The first searches after a start wait for connections and plans. */
const WARM_UP_MS = 5_000;

/** Starts three clients that search without pause. The returned function stops them and returns their waiting times since now. */
async function searchAll(url: string): Promise<() => Promise<Searched>> {
  const worker = new Worker(asking, { eval: true, workerData: url });
  const failed = new Promise<never>((_, fail) => worker.once('error', fail));
  failed.catch(() => undefined);
  await pause(WARM_UP_MS);
  worker.postMessage('count', []);
  return async () => {
    const told = new Promise<number[]>((done) => worker.once('message', done));
    worker.postMessage('enough', []);
    const times = (await Promise.race([told, failed])).toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]!);
    return { answers: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
  };
}

const PAUSE_MS = 40;

/** `npm run bench -- backup [LISTINGS]`: measures searches and memory while a backup is made and while it is tested. */
export async function benchBackup(args: readonly string[]): Promise<void> {
  const listings = Number(args[0] ?? 26_000);
  const ground = await makeGround(listings);
  try {
    const call = callerOf(ground.url);
    const { token } = await signInOn(ground.db, new Date(), { role: 'admin' });
    const readUntil = async (isOver: () => Promise<boolean>) => {
      const times: number[] = [];
      let memory = 0;
      while (!(await isOver())) {
        for (let read = 0; read < 5; read++) {
          const started = performance.now();
          const { status } = await call('GET', '/api/directory?location=Austin%2C+TX&pageSize=10');
          if (status !== 200) throw new Error(`A search was answered with ${status}`);
          times.push(performance.now() - started);
          await pause(PAUSE_MS);
        }
        memory = Math.max(memory, await ground.memory());
      }
      return { times, memory };
    };
    const print = (what: string, { times, memory }: { times: number[]; memory: number }, more = '') =>
      console.log(
        `${what}: ${times.length} searches, p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, at most ${memory} MB${more}`,
      );
    const quietUntil = performance.now() + 5_000;
    await readUntil(() => Promise.resolve(performance.now() > quietUntil - 3_000));
    const until = performance.now() + 6_000;
    print('quiet', await readUntil(() => Promise.resolve(performance.now() > until)));
    let backupId: number | null = null;
    for (const what of ['backup', 'drill'] as const) {
      const path = what === 'backup' ? '/api/admin/backups' : `/api/admin/backups/${backupId!}/test`;
      const started = performance.now();
      const { body } = await call('POST', path, { token });
      const readRun = () => call('GET', `/api/admin/backup-runs/${body.id}`, { token });
      const figures = await readUntil(async () => (await readRun()).body.finishedAt !== null);
      const run = (await readRun()).body;
      backupId = run.backupId;
      if (run.status !== 'done') throw new Error(run.message);
      print(`during a ${what}`, figures, `, ${((performance.now() - started) / 1000).toFixed(1)} s. ${run.message}`);
    }
    console.log(`${thousands(listings)} listings`);
  } finally {
    await ground.stop();
  }
}

type Change = 'none' | 'phone' | 'most';

/** Writes listings, or the same listings with another phone number, or with another name, phone number, place, and hours. */
async function writeListings(path: string, rows: number, change: Change): Promise<void> {
  const isOther = change === 'most';
  const { zips, cities } = await readPlaces();
  const cityNames = new Map(cities.map(({ id, name }) => [id, name]));
  function* format() {
    yield formatCsvLine(['id', 'name', 'phone', 'address', 'city', 'state', 'zipCode', 'mondayHours', 'languages']);
    for (let n = 1; n <= rows; n++) {
      const { zip, state, cityId } = zips[(n * 37 + (isOther ? 500 : 0)) % zips.length]!;
      const phone = `${{ none: 617, phone: 512, most: 206 }[change]}${2_000_000 + n}`;
      const hours = isOther ? '9:00 AM - 6:00 PM' : '8:00 AM - 5:00 PM';
      const name = `${isOther ? 'Ann' : 'Ben'} Person${n}`;
      yield formatCsvLine([String(n), name, phone, '1 Elm St', cityNames.get(cityId)!, state, zip, hours, 'English']);
    }
  }
  await pipeline(Readable.from(format()), createWriteStream(path));
}

/** `npm run bench -- changes ROWS`: compares changed listings with new ones, on both kinds of Postgres. */
export async function benchChanges(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 100_000);
  const ground = await openDirectories();
  const debian = await startDebianPostgres({ isSafe: true });
  try {
    await (await ground.fresh('changes')).db.destroy();
    const urls: [string, string][] = [['embedded', ground.url('changes')]];
    if (debian) {
      await debian.run('createdb', '--maintenance-db', debian.urlOf('postgres'), 'changes');
      const db = openKnex(debian.urlOf('changes'));
      await migrate(db, debian.urlOf('changes'));
      await db.destroy();
      urls.push(['Debian’s, with default settings', debian.urlOf('changes')]);
    }
    const changes: readonly Change[] = ['none', 'phone', 'most'];
    const pathOf = (change: Change) => join(ground.home, `${change}.csv`);
    for (const change of changes) await writeListings(pathOf(change), rows, change);
    for (const [what, url] of urls) {
      const times: number[] = [];
      for (const change of changes) times.push((await importApart(url, pathOf(change))).ms / 1000);
      const [added, ...changed] = times.map((seconds) => `${seconds.toFixed(1)} s`);
      const [phone, most] = times.slice(1).map((seconds) => (seconds / times[0]!).toFixed(1));
      console.log(
        `${what}: new ${added}, another phone number ${changed[0]} (${phone} times), six other values ${changed[1]} (${most} times)`,
      );
    }
  } finally {
    await debian?.stop();
    await ground.end();
  }
}
