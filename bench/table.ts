import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { compareBulk, type Comparison } from './parts/bulk-ratios.ts';
import { readsOf } from './parts/reads.ts';
import { built, makeGround, root, startServer, thousands } from './parts/ground.ts';
import { makeTemporaryHome } from './parts/temporary-home.ts';

const span = (ms: number) => (ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);

function print({ what, ours, floor, against }: Comparison): void {
  console.log(
    `${what.padEnd(26)} ${span(ours).padStart(9)} ${span(floor).padStart(9)} ${(ours / floor).toFixed(1).padStart(7)} ×   ${against}`,
  );
}

/** Compares a first and a second server start with starting an empty Postgres and a bare Express. */
async function starts(listings: number): Promise<void> {
  const express = async () => {
    const script = `import express from 'express'; express().get('/', (q, r) => r.send('x')).listen(0, () => { console.log('up'); process.exit(0); })`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'ignore' });
    await once(child, 'close');
  };
  const [ours, bare] = [await makeTemporaryHome('enamel-bench-'), await makeTemporaryHome('enamel-bench-')];
  try {
    const empty = async () => {
      const postgres = await startEmbedded({ dataDir: bare });
      await express();
      return postgres;
    };
    for (const [what, against] of [
      ['first start', 'initdb, an empty Postgres and a bare Express'],
      ['second start', 'an empty Postgres and a bare Express'],
    ] as const) {
      const began = performance.now();
      const postgres = await empty();
      const floor = performance.now() - began;
      await postgres.stop();
      const server = await startServer({ DATA_DIR: ours, SAMPLE_DATA: String(listings) });
      await server.stop();
      print({ what, ours: server.ms, floor, against });
    }
  } finally {
    for (const home of [ours, bare]) await rm(home, { recursive: true, force: true });
  }
}

/** Runs the console's benchmark and parses its figures. */
async function preview(listings: number): Promise<void> {
  if (!existsSync(join(root, 'desktop/dist/main/csv-worker.js')))
    return console.log('CSV preview: not measured; "npm run desktop:build" builds what it measures');
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench/run.ts'), 'desktop-csv'], {
    cwd: root,
    env: { ...process.env, BENCH_ROWS: String(listings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => void (said += part.toString()));
  await once(child, 'close');
  const figure = (line: string) => Number(new RegExp(`^${line}.*?(\\d+) ms`, 'm').exec(said)?.[1] ?? NaN);
  const floor = figure('reading the bytes');
  const against = 'reading the bytes of the file';
  print({ what: 'CSV preview, first rows', ours: figure('first rows'), floor, against });
  print({ what: 'CSV preview, every row', ours: figure('every row'), floor, against });
}

/** `npm run bench [LISTINGS]`: prints one table with each figure next to its floor, measured in the same run. */
export async function bench(args: readonly string[]): Promise<void> {
  const listings = Number(args[0] ?? 26_000);
  await built();
  console.log(`${thousands(listings)} listings\n\n${''.padEnd(26)} ${'here'.padStart(9)} ${'floor'.padStart(9)} ${'ratio'.padStart(9)}   the floor`); // prettier-ignore
  const ground = await makeGround(listings);
  try {
    for (const row of await readsOf(ground)) print(row);
    for (const row of await compareBulk(ground)) print(row);
  } finally {
    await ground.stop();
  }
  await starts(listings);
  await preview(listings);
}
