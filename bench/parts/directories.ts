import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { BulkDeps } from '#server/bulk/importer/import-lock.ts';
import type { RunOptions } from '#server/bulk/runs/queries-runs.ts';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { createLog } from '#server/base/log.ts';
import { makeTemporaryHome } from './temporary-home.ts';

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

const beside = (name: string) => fileURLToPath(new URL(`../bulk/${name}.ts`, import.meta.url));

export async function invent(url: string, rows: number, start?: number): Promise<void> {
  const args = ['--import', 'tsx', beside('seed'), url, String(rows), ...(start === undefined ? [] : [String(start)])];
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number];
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
  const child = fork(beside('import-apart'), [url, path, JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
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
