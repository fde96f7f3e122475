import { createApp } from '#server/app.ts';
import { callerOf } from '#server/test/app.ts';
import { describeOperations, fire, fireRaw } from '#server/test/fuzz.ts';
import { depsFor } from './parts/deps.ts';
import { makeGround, thousands, type Ground } from './parts/ground.ts';

const TENTHS = 10;
/** Growth in MB that counts as flat, because a collection of the heap does not always return every page to the system. */
const FLAT_MB = 60;
/** How far memory may rise above the first tenth's highest figure before a collection. */
const PEAK_MB = 200;
const SAMPLE_EVERY_MS = 500;
const LATER_TENTHS = 5;

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Reads the memory twice a second. Between two collections the heap rises by 150 MB and more, so a single reading says little. */
function sampleMemory(ground: Ground) {
  let samples: number[] = [];
  const timer = setInterval(() => void ground.memory().then((mb) => samples.push(mb)), SAMPLE_EVERY_MS);
  return {
    async takeRange() {
      const taken = [...samples, await ground.memory()];
      samples = [];
      return { lowest: Math.min(...taken), highest: Math.max(...taken) };
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * `npm run bench -- fuzz [REQUESTS] [SOCKETS] [SEED]`: sends generated requests to every route that the app mounts, in six
 * roles, and malformed bytes. The same process must survive without a fault, and its memory must stay flat after the first
 * tenth: the lowest figures of the tenths, which are those after a garbage collection, and within limits the highest.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const [requests = 100_000, sockets = 5_000, seed = 1] = args.map(Number);
  const ground = await makeGround(500);
  const sampler = sampleMemory(ground);
  try {
    const call = callerOf(ground.url);
    const site = { render: () => Promise.reject(new Error('Only the routes of this app are read')) };
    const operations = describeOperations(createApp(depsFor(ground.db, ground.databaseUrl, ground.home), { site }));
    const faults: string[] = [];
    const statuses: Record<string, number> = {};
    const memories: { lowest: number; highest: number }[] = [];
    const began = performance.now();
    for (let tenth = 0; tenth < TENTHS; tenth++) {
      const result = await fire({ call, db: ground.db, operations }, Math.ceil(requests / TENTHS), seed * 100 + tenth);
      faults.push(...result.faults);
      for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      const { lowest, highest } = await sampler.takeRange();
      memories.push({ lowest, highest });
      console.log(`${(tenth + 1) * TENTHS} %: ${lowest} to ${highest} MB, ${faults.length} faults`);
    }
    faults.push(...(await fireRaw(Number(new URL(ground.url).port), sockets, seed)));
    const seconds = (performance.now() - began) / 1000;
    const isAlive = (await call('GET', '/readyz')).status === 200;
    // The first tenth contains the start, before the pages and statements were loaded.
    const [first, ...rest] = memories as [(typeof memories)[0], ...typeof memories];
    const lows = rest.map(({ lowest }) => lowest);
    const growth = average(lows.slice(-LATER_TENTHS)) - average(lows.slice(0, -LATER_TENTHS));
    const peakGrowth = Math.max(...rest.map(({ highest }) => highest)) - first.highest;
    console.log(
      `${thousands(requests)} generated requests to ${operations.length} routes and ${thousands(sockets)} malformed sockets in ${Math.round(seconds)} s: ${faults.length} faults, ` +
        `${isAlive ? `the same process answers` : 'the process has ended'}, its memory after collections changed by ${Math.round(growth)} MB from the second to fifth tenth to the rest, its peak by ${peakGrowth} MB after the first.`,
    );
    console.log(`answers: ${Object.entries(statuses).map(([status, n]) => `${status} × ${thousands(n)}`).join(', ')}`); // prettier-ignore
    for (const fault of faults.slice(0, 20)) console.log(fault);
    if (faults.length > 0 || !isAlive || growth > FLAT_MB || peakGrowth > PEAK_MB) process.exitCode = 1;
  } finally {
    sampler.stop();
    await ground.stop();
  }
}
