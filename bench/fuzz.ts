import { createApp } from '#server/app.ts';
import { callerOf } from '#server/test/app.ts';
import { describeOperations, fire, fireRaw } from '#server/test/fuzz.ts';
import { depsFor } from './parts/deps.ts';
import { makeGround, thousands } from './parts/ground.ts';

const TENTHS = 10;
/** Growth in MB after the first tenth that counts as flat, because garbage collection moves the figure by this much. */
const FLAT_MB = 60;

/**
 * `npm run bench -- fuzz [REQUESTS] [SOCKETS] [SEED]`: sends generated requests to every route that the app mounts, in six
 * roles, and malformed bytes. The same process must survive without a fault, and its memory must stay flat after the first
 * tenth.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const [requests = 100_000, sockets = 5_000, seed = 1] = args.map(Number);
  const ground = await makeGround(500);
  try {
    const call = callerOf(ground.url);
    const site = { render: () => Promise.reject(new Error('Only the routes of this app are read')) };
    const operations = describeOperations(createApp(depsFor(ground.db, ground.databaseUrl, ground.home), { site }));
    const faults: string[] = [];
    const statuses: Record<string, number> = {};
    const memories: number[] = [];
    const began = performance.now();
    for (let tenth = 0; tenth < TENTHS; tenth++) {
      const result = await fire({ call, db: ground.db, operations }, Math.ceil(requests / TENTHS), seed * 100 + tenth);
      faults.push(...result.faults);
      for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      memories.push(await ground.memory());
      console.log(`${(tenth + 1) * TENTHS} %: ${memories.at(-1)} MB, ${faults.length} faults`);
    }
    faults.push(...(await fireRaw(Number(new URL(ground.url).port), sockets, seed)));
    const seconds = (performance.now() - began) / 1000;
    const isAlive = (await call('GET', '/readyz')).status === 200;
    const growth = Math.max(...memories.slice(1)) - memories[0]!;
    console.log(
      `${thousands(requests)} generated requests to ${operations.length} routes and ${thousands(sockets)} malformed sockets in ${Math.round(seconds)} s: ${faults.length} faults, ` +
        `${isAlive ? `the same process answers` : 'the process has ended'}, its memory grew by ${growth} MB after the first tenth.`,
    );
    console.log(`answers: ${Object.entries(statuses).map(([status, n]) => `${status} × ${thousands(n)}`).join(', ')}`); // prettier-ignore
    for (const fault of faults.slice(0, 20)) console.log(fault);
    if (faults.length > 0 || !isAlive || growth > FLAT_MB) process.exitCode = 1;
  } finally {
    await ground.stop();
  }
}
