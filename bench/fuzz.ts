import { createApp } from '#server/app.ts';
import { callerOf } from '#server/test/app.ts';
import { describeOperations, fire, fireRaw } from '#server/test/fuzz/fuzz.ts';
import { depsFor } from './parts/deps.ts';
import { makeGround, thousands, type Ground } from './parts/ground.ts';

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
