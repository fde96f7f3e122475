import { createReadStream, rmSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { importApart, openDirectories } from './parts/directories.ts';
import { thousands } from './parts/ground.ts';
import { writeRegistry, type RegistryFileOptions } from './registry/write-registry.ts';

/** The time to read the bytes of a file, which no import can beat. */
async function readBytes(path: string): Promise<number> {
  const start = performance.now();
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) bytes += (chunk as Buffer).length;
  if (bytes !== (await stat(path)).size) throw new Error('The file changed while it was read.');
  return performance.now() - start;
}

/** A row of the file has about 1,100 bytes. The rest is room for the database. */
const BYTES_PER_ROW = 2_000;

async function requireSpace(folder: string, rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = rows * BYTES_PER_ROW;
  if (bavail * bsize < needed)
    throw new Error(
      `${thousands(rows)} rows need ${thousands(needed / 1e9)} GB in ${folder}, which has ${thousands((bavail * bsize) / 1e9)} GB free.`,
    );
}

/**
 * `npm run bench -- registry ROWS`: imports a synthesized month of the national registry, again, a week, and the next month.
 * Only one file is on disk at a time.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 300_000);
  const ground = await openDirectories();
  // An interrupted benchmark must not leave 10 GB behind.
  const removeAll = () => rmSync(ground.home, { recursive: true, force: true });
  process.once('exit', removeAll);
  try {
    await requireSpace(ground.home, rows);
    await (await ground.fresh('registry')).db.destroy();
    const client = new pg.Client({ connectionString: ground.url('registry') });
    await client.connect();
    const path = (name: string) => join(ground.home, name);
    const write = async (name: string, options: RegistryFileOptions): Promise<number> => {
      const start = performance.now();
      const written = await writeRegistry(path(name), options);
      console.log(
        `\n${name}: ${thousands(written.rows)} rows, ${thousands(written.dental)} dental, ${thousands(written.bytes / 1e6)} MB, written in ${thousands((performance.now() - start) / 1000)} s`,
      );
      return written.rows;
    };
    const run = async (what: string, name: string, rowsInFile: number) => {
      const floor = await readBytes(path(name));
      const { ms, peak, message } = await importApart(ground.url('registry'), path(name));
      const { rows: counts } = await client.query<{ live: string; joined: string }>(
        'select count(*) as live, count(practice_id) as joined from dentists where deleted_at is null',
      );
      console.log(
        `${what.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(7)} s  ${thousands(rowsInFile / (ms / 1000)).padStart(10)} rows/s  ${(ms / floor).toFixed(1).padStart(6)} times reading the bytes (${(floor / 1000).toFixed(1)} s)  ${peak} MB at most`,
      );
      console.log(
        `  ${message} ${thousands(Number(counts[0]!.live))} listings, ${thousands(Number(counts[0]!.joined))} in a practice.`,
      );
    };
    const month = 'npidata_pfile_20050523-20261011.csv';
    const monthRows = await write(month, { rows });
    await run('a month, empty directory', month, monthRows);
    await run('the same month again', month, monthRows);
    await rm(path(month));
    const week = 'npidata_pfile_20261012-20261018.csv';
    await run('the changes of a month', week, await write(week, { rows, month: 1, onlyChanges: true }));
    await rm(path(week));
    const nextMonth = 'npidata_pfile_20050523-20261108.csv';
    await run('the next month', nextMonth, await write(nextMonth, { rows, month: 1 }));
    await client.end();
  } finally {
    await ground.end();
    process.off('exit', removeAll);
  }
}
