import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { seedSample } from '#server/sample/seed.ts';
import { killImports } from '#server/test/crashes/crash-import.ts';
import { makeTemporaryHome } from './parts/temporary-home.ts';

/** `npm run bench -- bulk-crash TIMES ROWS`: kills an import at random moments and checks the remaining state. */
export async function bench(args: readonly string[]): Promise<void> {
  const [times = 50, rows = 100_000] = args.map(Number);
  const dataDir = await makeTemporaryHome('enamel-bench-');
  const embedded = await startEmbedded({ dataDir });
  const db = openKnex(embedded.url);
  try {
    await migrate(db, embedded.url);
    await seedSample(embedded.url, { count: rows, clock: systemClock(), hashPassword: async () => 'x' });
    const file = join(dataDir, 'listings.csv');
    await writeExport(db, 'contacts', createWriteStream(file), new AbortController().signal);
    const reset = async () =>
      void (await db.raw(
        `truncate dentists cascade; truncate listing_index, listing_words, facets, listing_tombstones`,
      ));
    await reset();
    const { before, after, between, silent } = await killImports(
      db,
      embedded.url,
      file,
      times,
      null,
      reset,
      (time, status, { between }) => console.log(`${time}: ${status}, ${between} between`),
    );
    console.log(
      `${times} kills during an import of ${rows.toLocaleString('en-US')} rows: ${before} left the old state, ${after} the new one, ${between} something between; ${silent} runs did not say that they failed.`,
    );
  } finally {
    await db.destroy();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
