import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Writable } from 'node:stream';
import type { Knex } from 'knex';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { reapRuns } from '#server/bulk/runs/runs.ts';
import { systemClock } from '#server/clock.ts';

export interface Killed {
  /** Imports that were killed before they had committed, and after. */
  before: number;
  after: number;
  /** States of the directory that were neither the old nor the new one. */
  between: number;
  /** Killed runs that did not say so ten seconds later. */
  silent: number;
}

export async function stateOf(db: Knex): Promise<string> {
  const hash = createHash('sha256');
  const into = new Writable({ write: (chunk: Buffer, _encoding, done) => (hash.update(chunk), done()) });
  await writeExport(db, 'contacts', into, new AbortController().signal);
  const [facets] = (await db('facets').where({ scope: 'all', serviceId: 0 }).sum('n as n')) as { n: number | null }[];
  return `${hash.digest('hex')} ${facets!.n ?? 0}`;
}

/** Starts the same import again and again, kills it with -9 at a random moment (of the time a whole one takes, unless told), and looks at what is left. */
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
  // Any moment of the import, and now and then one just after it.
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
    // Numbers that were drawn are gone even when nothing was kept; every round begins with the same.
    await reset();
  }
  return result;
}
