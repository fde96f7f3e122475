import { startImport } from '#server/bulk/importer/importer.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { systemClock } from '#server/base/clock.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { createLog } from '#server/base/log.ts';

/** Runs an import in a child process that tests kill. */
const [url, path] = process.argv.slice(2) as [string, string];
const db = openKnex(url, { max: 4 });
const { finished } = await startImport(
  { db, clock: systemClock(), log: createLog('silent') },
  { file: await inspectFile(path, 'listings.csv'), actor: null, options: {} },
);
process.stdout.write('started\n');
const run = await finished;
process.stdout.write(`${run.status}\n`);
await db.destroy();
