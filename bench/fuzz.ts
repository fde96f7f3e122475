import { callerOf } from '#server/test/app.ts';
import { fire, fireRaw } from '#server/test/fuzz.ts';
import { makeGround, thousands } from './parts/ground.ts';

/**
 * `npm run bench -- fuzz [REQUESTS] [SOCKETS] [SEED]`: sends generated requests from the OpenAPI description and
 * malformed bytes to one server, which must survive.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const [requests = 20_000, sockets = 5_000, seed = 1] = args.map(Number);
  const ground = await makeGround(500);
  try {
    const call = callerOf(ground.url);
    // The warm-up excludes compiled code and caches from the memory growth.
    await fire({ call, db: ground.db }, Math.min(2_000, requests), seed + 1);
    const before = await ground.memory();
    const began = performance.now();
    const { faults, statuses } = await fire({ call, db: ground.db }, requests, seed);
    const raw = await fireRaw(Number(new URL(ground.url).port), sockets, seed);
    const seconds = (performance.now() - began) / 1000;
    const alive = (await call('GET', '/readyz')).status === 200;
    const after = await ground.memory();
    console.log(
      `${thousands(requests)} generated requests and ${thousands(sockets)} malformed sockets in ${Math.round(seconds)} s: ${faults.length + raw.length} answers of 5xx, ` +
        `${alive ? `the same process answers` : 'the process is gone'}, its memory went from ${before} to ${after} MB.`,
    );
    console.log(`answers: ${Object.entries(statuses).map(([status, n]) => `${status} × ${thousands(n)}`).join(', ')}`); // prettier-ignore
    for (const fault of [...faults, ...raw].slice(0, 20)) console.log(fault);
    if (faults.length + raw.length > 0 || !alive || after - before > 100) process.exitCode = 1;
  } finally {
    await ground.stop();
  }
}
