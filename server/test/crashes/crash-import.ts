import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Writable } from 'node:stream';
import type { Knex } from 'knex';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { reapRuns } from '#server/bulk/runs/runs.ts';
import { systemClock } from '#server/base/clock.ts';

interface Killed {
  /** Imports killed before and after their commit. */
  before: number;
  after: number;
  /** Directory states that matched neither the old nor the new one. */
  between: number;
  /** Killed runs that were not marked as failed within ten seconds. */
  silent: number;
}

export async function stateOf(db: Knex): Promise<string> {
  const hash = createHash('sha256');
  const into = new Writable({ write: (chunk: Buffer, _encoding, done) => (hash.update(chunk), done()) });
  await writeExport(db, 'contacts', into, new AbortController().signal);
  const [facets] = (await db('facets').where({ scope: 'all', feature: 0 }).sum('n as n')) as { n: number | null }[];
  return `${hash.digest('hex')} ${facets!.n ?? 0}`;
}

/**
 * Starts the same import repeatedly, kills it with SIGKILL at a random moment, and checks the state it leaves. The
 * moment is drawn from the duration of a complete import unless `longestMs` is set.
 */
export async function killImports(
  db: Knex,
  url: string,
  path: string,
  times: number,
  longestMs: number | null,
  reset: () => Promise<void>,
  told: (time: number, status: string, soFar: Killed) => void = () => undefined,
): Promise<Killed> {
  const result: Killed = { before: 0, after: 0, between: 0, silent: 0 };
  const child = fileURLToPath(new URL('./import-child.ts', import.meta.url));
  const start = () =>
    spawn(process.execPath, ['--import', 'tsx', child, url, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const old = await stateOf(db);
  const whole = start();
  await new Promise((done) => whole.stdout.once('data', done));
  const began = performance.now();
  await new Promise((done) => whole.once('exit', done));
  // Up to 10% past the end, so some kills come just after the commit.
  const longest = longestMs ?? (performance.now() - began) * 1.1;
  const fresh = await stateOf(db);
  if (fresh === old) throw new Error('The import changed nothing, so there is nothing to see.');
  await reset();
  for (let time = 0; time < times; time++) {
    const one = start();
    await new Promise((done) => (one.stdout.once('data', done), one.once('exit', done)));
    const timer = setTimeout(() => one.kill('SIGKILL'), Math.random() * longest);
    await new Promise((done) => one.once('exit', done));
    clearTimeout(timer);
    const deadline = Date.now() + 10_000;
    let running = 1;
    while (running > 0 && Date.now() < deadline) {
      await reapRuns({ db, clock: systemClock() });
      running = Number(
        ((await db('importRuns').where({ status: 'running' }).count('* as n')) as { n: number }[])[0]!.n,
      );
      if (running > 0) await new Promise((done) => setTimeout(done, 200));
    }
    result.silent += running;
    const state = await stateOf(db);
    const [last] = (await db('importRuns').orderBy('id', 'desc').limit(1)) as { status: string }[];
    if (state === old && last!.status === 'failed') result.before++;
    else if (state === fresh && last!.status === 'done') result.after++;
    else result.between++;
    told(time + 1, last!.status, result);
    // A rollback doesn't return sequence numbers, so each round resets them.
    await reset();
  }
  return result;
}
