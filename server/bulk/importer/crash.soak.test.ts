import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { killImports } from '#server/test/crashes/crash-import.ts';

it('a killed import leaves the old or the new state and is marked as failed', async () => {
  const app = await testApp();
  try {
    const rows = Array.from({ length: 3000 }, (_, index) => `Person ${index},Boston,MA,${10_000 + index},Veneers`);
    const path = join(app.deps.config.DATA_DIR, 'listings.csv');
    await writeFile(path, `name,city,state,zip,services\n${rows.join('\n')}\n`);
    const reset = async () =>
      void (await app.deps.db.raw(
        `delete from dentists; delete from listing_tombstones; select setval('dentists_id_seq', 1, false)`,
      ));
    const { between, silent, before, after } = await killImports(app.deps.db, app.databaseUrl, path, 3, 1500, reset);
    expect({ between, silent, kills: before + after }).toEqual({ between: 0, silent: 0, kills: 3 });
    const { rows: stagingTables } = (await app.deps.db.raw(`select from pg_tables where schemaname = 'staging'`)) as {
      rows: unknown[];
    };
    expect(stagingTables).toEqual([]);
  } finally {
    await app.stop();
  }
}, 120_000);
