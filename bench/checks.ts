import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { startTestPostgres, freshDatabase } from '#server/test/programs/database.ts';
import { killPublishers } from '#server/test/crashes/kill-publishers.ts';
import { payInOrders } from '#server/test/people/payment-orders.ts';
import { restartPostgres } from '#server/test/crashes/reliability.ts';
import { createApp } from '#server/app.ts';
import { callerOf } from '#server/test/app.ts';
import { describeOperations, fire, fireRaw } from '#server/test/fuzz/fuzz.ts';
import { writeBackup } from '#server/bulk/backup/write-backup.ts';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { BulkDeps } from '#server/bulk/importer/import-lock.ts';
import { restoreBackup } from '#server/bulk/backup/restore.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { killImports } from '#server/test/crashes/crash-import.ts';
import { depsFor, makeGround, openDirectory, root, thousands, type Ground } from './ground.ts';
import { invent, never, openDirectories } from './directories.ts';

/** Kills servers while articles become due for publishing: `npm run bench -- publish [ARTICLES] [SECONDS]`. */
export async function benchPublish(args: readonly string[]): Promise<void> {
  const articles = Number(args[0] ?? 1_000);
  const seconds = Number(args[1] ?? 60);
  const postgres = await startTestPostgres();
  const { db, url, drop } = await freshDatabase(postgres);
  const shape = { articles, withinMs: seconds * 1_000, killEveryMs: 4_000 };
  const found = await killPublishers(db, url, shape).finally(async () => {
    await drop();
    await postgres.stop();
  });
  const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `${articles} articles due within ${seconds} s, two servers with clocks 5 s apart, ${found.kills} kills with -9:`,
  );
  console.log(`${found.published} published at their time, ${found.recorded} records of ${found.distinct} articles;`);
  console.log(`read by a visitor at most ${s(found.readLate)} late, recorded at most ${s(found.recordedLate)} late;`);
  console.log(`${found.draftsSeen} of ${found.answers} answers to visitors showed a draft.`);
  const good =
    found.published === articles &&
    found.recorded === articles &&
    found.distinct === articles &&
    found.draftsSeen === 0;
  process.exitCode = good && Math.max(found.readLate, found.recordedLate) <= 60_000 ? 0 : 1;
}

/** Delivers one customer's payment events in many orders over HTTP to two servers: `npm run bench -- payments [ORDERS]`. */
export async function benchPayments(args: readonly string[]): Promise<void> {
  const { stop, ...postgres } = await startTestPostgres();
  try {
    const { kinds, orders, deliveries, refused, wrong, events, seconds, state, provider } = await payInOrders(
      Number(args[0] ?? 1_000),
      postgres,
    );
    console.log(
      `${kinds.length} kinds of events in ${orders} orders with repeats, 8 at a time to two servers: ${deliveries} deliveries in ${seconds.toFixed(0)} s, ${refused} not answered with 200, ${events} events kept;`,
    );
    console.log(
      `${wrong.length} orders ended in another state than ${state.user.subscriptionStatus}_${state.user.subscriptionPlan}; the provider says ${provider.status}.`,
    );
    process.exitCode = wrong.length + refused === 0 && events === orders * kinds.length ? 0 : 1;
  } finally {
    await stop();
  }
}

/** Kills Postgres repeatedly under load: `npm run bench -- reliability [TIMES]`. */
export async function benchReliability(args: readonly string[]): Promise<void> {
  const times = Number(args[0] ?? 10);
  const { requests, acknowledged, lost, undone, wrong, slowestRecovery } = await restartPostgres(times, 50);
  console.log(
    `Postgres killed ${times} times under 50 connections: ${requests} requests, ${wrong.length} answers that were neither 200 nor 503,`,
  );
  console.log(
    `${acknowledged} acknowledged writes of which ${lost} were lost and ${undone} had their mail undone, first good answer at most ${Math.round(slowestRecovery)} ms after the database accepted again.`,
  );
  process.exitCode = wrong.length + lost + undone === 0 ? 0 : 1;
}

/** `npm run bench -- naughty`: runs the naughty-string test with the whole list in every form field. */
export async function benchNaughty(): Promise<void> {
  const child = spawn(
    process.execPath,
    // prettier-ignore
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'server/test/vitest.soak.config.ts', 'server/test/fuzz/naughty-forms.soak.test.ts', 'server/bulk/clean/naughty.soak.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NAUGHTY_EVERY: '1' } },
  );
  const [code] = (await once(child, 'close')) as [number];
  process.exitCode = code;
}

const TENTHS = 10;
/** How far the memory in use after a garbage collection may rise above that of the first tenth. It includes the page cache. */
const FLAT_MB = 60;
/** How far resident memory, garbage included, may rise above the first tenth's highest figure. */
const PEAK_MB = 200;
const SAMPLE_EVERY_MS = 500;

/** Reads the resident memory twice a second, because it rises by 150 MB and more between two collections. */
function sampleMemory(ground: Ground) {
  let samples: number[] = [];
  const timer = setInterval(() => void ground.memory().then((mb) => samples.push(mb)), SAMPLE_EVERY_MS);
  return {
    takePeak() {
      const peak = Math.max(...samples);
      samples = [];
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * `npm run bench -- fuzz [REQUESTS] [SOCKETS] [SEED]`: sends generated requests to every route that the app mounts, in six
 * roles, and malformed bytes. The same process must survive without a fault, and its memory must stay flat after the first
 * tenth: what is in use after a forced garbage collection, and within limits the resident peak.
 */
export async function benchFuzz(args: readonly string[]): Promise<void> {
  const [requests = 100_000, sockets = 5_000, seed = 1] = args.map(Number);
  const ground = await makeGround(500);
  const sampler = sampleMemory(ground);
  try {
    const call = callerOf(ground.url);
    const site = { render: () => Promise.reject(new Error('Only the routes of this app are read')) };
    const operations = describeOperations(createApp(depsFor(ground.db, ground.databaseUrl, ground.home), { site }));
    const faults: string[] = [];
    const statuses: Record<string, number> = {};
    const memories: { inUse: number; peak: number }[] = [];
    const began = performance.now();
    for (let tenth = 0; tenth < TENTHS; tenth++) {
      const result = await fire({ call, db: ground.db, operations }, Math.ceil(requests / TENTHS), seed * 100 + tenth);
      faults.push(...result.faults);
      for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      const memory = { peak: sampler.takePeak(), inUse: await ground.collectGarbage() };
      memories.push(memory);
      console.log(
        `${(tenth + 1) * TENTHS} %: ${memory.inUse} MB in use, peak ${memory.peak} MB, ${faults.length} faults`,
      );
    }
    faults.push(...(await fireRaw(Number(new URL(ground.url).port), sockets, seed)));
    const seconds = (performance.now() - began) / 1000;
    const isAlive = (await call('GET', '/readyz')).status === 200;
    // The first tenth contains the start, before the pages and statements were loaded.
    const [first, ...rest] = memories as [(typeof memories)[0], ...typeof memories];
    const growth = Math.max(...rest.map(({ inUse }) => inUse)) - first.inUse;
    const peakGrowth = Math.max(...rest.map(({ peak }) => peak)) - first.peak;
    console.log(
      `${thousands(requests)} generated requests to ${operations.length} routes and ${thousands(sockets)} malformed sockets in ${Math.round(seconds)} s: ${faults.length} faults, ` +
        `${isAlive ? `the same process answers` : 'the process has ended'}, its memory in use rose by at most ${growth} MB after the first tenth, its resident peak by ${peakGrowth} MB.`,
    );
    console.log(`answers: ${Object.entries(statuses).map(([status, n]) => `${status} × ${thousands(n)}`).join(', ')}`); // prettier-ignore
    for (const fault of faults.slice(0, 20)) console.log(fault);
    if (faults.length > 0 || !isAlive || growth > FLAT_MB || peakGrowth > PEAK_MB) process.exitCode = 1;
  } finally {
    sampler.stop();
    await ground.stop();
  }
}

/** `npm run bench -- bulk-proof ROWS`: checks that export, import, and export give the same bytes. */
export async function benchBulkProof(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 26_000);
  const secret = createSecrets('only for this benchmark, and long enough');
  const ground = await openDirectories();
  const { fresh, home, url } = ground;
  let wrong = 0;
  const tell = (what: string, right: boolean, more = '') => {
    if (!right) wrong++;
    console.log(`${right ? 'yes' : 'NO '}  ${what}${more && ` (${more})`}`);
  };
  const out = async (deps: BulkDeps, name: string) => {
    const path = join(home, `${name}.csv`);
    await writeExport(deps.db, 'contacts', createWriteStream(path), never);
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
    return { path, sha256: hash.digest('hex') };
  };
  const into = async (deps: BulkDeps, path: string) =>
    (await startImport(deps, { file: await inspectFile(path, 'listings.csv'), actor: null, options: {} })).finished;
  try {
    const source = await fresh('source');
    await invent(url('source'), rows);
    const first = await out(source, 'first');
    const again = await into(source, first.path);
    tell(
      'an export that is imported changes nothing',
      again.rowsSame === rows && again.status === 'done',
      again.message ?? '',
    );
    tell('and is exported again as the same bytes', (await out(source, 'second')).sha256 === first.sha256);
    const other = await fresh('other');
    const filled = await into(other, first.path);
    tell('an empty directory takes all of it', filled.rowsNew === rows, filled.message ?? '');
    tell('and exports the same bytes', (await out(other, 'third')).sha256 === first.sha256);
    await other.db.destroy();
    const file = join(home, 'backup.gz');
    const { bytes } = await writeBackup({ ...source, secret }, createWriteStream(file), { signal: never });
    const last = await fresh('last');
    const restored = await restoreBackup({ db: last.db, secret }, createReadStream(file));
    tell(
      'a backup fills another database',
      restored.rows > rows,
      `${Math.round(bytes / 2 ** 20)} MB, ${restored.rows.toLocaleString('en-US')} rows`,
    );
    tell('which exports the same bytes', (await out(last, 'fourth')).sha256 === first.sha256);
    await last.db.destroy();
    await source.db.destroy();
  } finally {
    await ground.end();
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** `npm run bench -- bulk-crash TIMES ROWS`: kills an import at random moments and checks the remaining state. */
export async function benchBulkCrash(args: readonly string[]): Promise<void> {
  const [times = 50, rows = 100_000] = args.map(Number);
  const { home, url, db, stop } = await openDirectory(rows);
  try {
    const file = join(home, 'listings.csv');
    await writeExport(db, 'contacts', createWriteStream(file), never);
    const reset = async () =>
      void (await db.raw(
        `truncate dentists cascade; truncate listing_index, listing_words, facets, listing_tombstones`,
      ));
    await reset();
    const { before, after, between, silent } = await killImports(
      db,
      url,
      file,
      times,
      null,
      reset,
      (time, status, { between }) => console.log(`${time}: ${status}, ${between} between`),
    );
    console.log(
      `${times} kills during an import of ${rows.toLocaleString('en-US')} rows: ${before} left the old state, ${after} the new one, ${between} something between; ${silent} runs did not say that they failed.`,
    );
  } finally {
    await stop();
  }
}
