import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { importApart, openDirectories } from './parts/directories.ts';
import { thousands } from './parts/ground.ts';
import { writeRegistry } from './registry/write-registry.ts';

/** The time to read the bytes of a file, which no import can beat. */
async function readBytes(path: string): Promise<number> {
  const start = performance.now();
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) bytes += (chunk as Buffer).length;
  if (bytes !== (await stat(path)).size) throw new Error('The file changed while it was read.');
  return performance.now() - start;
}

/** `npm run bench -- registry ROWS`: imports a synthesized month of the national registry, again, a week, and the next month. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 300_000);
  const ground = await openDirectories();
  try {
    await (await ground.fresh('registry')).db.destroy();
    const client = new pg.Client({ connectionString: ground.url('registry') });
    await client.connect();
    const path = (name: string) => join(ground.home, name);
    const run = async (what: string, name: string, settings: Parameters<typeof writeRegistry>[1] | null) => {
      const written = settings && (await writeRegistry(path(name), settings));
      if (written)
        console.log(
          `\n${name}: ${thousands(written.rows)} rows, ${thousands(written.dental)} dental, ${thousands(written.bytes / 1e6)} MB`,
        );
      const floor = await readBytes(path(name));
      const { ms, peak, message } = await importApart(ground.url('registry'), path(name));
      const { rows: counts } = await client.query<{ live: string; joined: string }>(
        'select count(*) as live, count(practice_id) as joined from dentists where deleted_at is null',
      );
      const total = written?.rows ?? rows;
      console.log(
        `${what.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(7)} s  ${thousands(total / (ms / 1000)).padStart(10)} rows/s  ${(ms / floor).toFixed(1).padStart(6)} times reading the bytes  ${peak} MB at most`,
      );
      console.log(
        `  ${message} ${thousands(Number(counts[0]!.live))} listings, ${thousands(Number(counts[0]!.joined))} in a practice.`,
      );
    };
    const month = 'npidata_pfile_20050523-20261011.csv';
    await run('a month, empty directory', month, { rows });
    await run('the same month again', month, null);
    await run('the changes of a month', 'npidata_pfile_20261012-20261018.csv', { rows, month: 1, onlyChanges: true });
    await run('the next month', 'npidata_pfile_20050523-20261108.csv', { rows, month: 1 });
    await client.end();
  } finally {
    await ground.end();
  }
}
