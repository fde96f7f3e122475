import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { buildListingsCsv } from '#server/test/files/bulk.ts';
import { holdImports } from '#server/test/files/import-queue.ts';
import { startNpmCommand } from '#server/test/programs/npm-command.ts';

it(
  'a command that is stopped or killed leaves no run as running, even without a server',
  { timeout: 180_000 },
  async () => {
    const app = await testApp();
    try {
      const path = join(app.deps.config.DATA_DIR, 'listings.csv');
      await writeFile(path, buildListingsCsv(300, 'Stopped'));
      const statuses = () => app.deps.db('importRuns').orderBy('id').pluck('status');
      const hold = await holdImports(app);
      const stopped = startNpmCommand(app, 'import', [path]);
      await expect.poll(statuses, { timeout: 60_000 }).toEqual(['running']);
      stopped.interrupt();
      await stopped.ended;
      expect(await statuses()).toEqual(['failed']);

      const killed = startNpmCommand(app, 'import', [path]);
      await expect.poll(statuses, { timeout: 60_000 }).toEqual(['failed', 'running']);
      killed.kill();
      await killed.ended;
      await hold.release();
      // Postgres notices the closed connection, and a beat counts for four seconds.
      await new Promise((done) => setTimeout(done, 6_000));
      const next = startNpmCommand(app, 'import', [path]);
      expect(await next.ended).toBe(0);
      expect(await statuses()).toEqual(['failed', 'failed', 'done']);
    } finally {
      await app.stop();
    }
  },
);
