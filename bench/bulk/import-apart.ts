import { once } from 'node:events';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { RunOptions } from '#server/bulk/runs/queries-runs.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { systemClock } from '#server/base/clock.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { createLog } from '#server/base/log.ts';

const [url, path, options] = process.argv.slice(2) as [string, string, string];
const db = openKnex(url);
await db.raw('select 1');
process.send!('ready');
await once(process, 'message');
const start = performance.now();
const { finished } = await startImport(
  { db, clock: systemClock(), log: createLog('error') },
  { file: await inspectFile(path, 'listings.csv'), actor: null, options: JSON.parse(options) as RunOptions },
);
const run = await finished;
if (run.status !== 'done' && run.status !== 'ready') throw new Error(run.message ?? run.status);
process.send!({ ms: performance.now() - start, message: run.message });
await once(process, 'message');
await db.destroy();
process.disconnect();
