import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv, importText } from '#server/test/files/bulk.ts';
import { startNpmCommand } from '#server/test/programs/npm-command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('npm run import stops at warnings if it is asked to', { timeout: 120_000 }, async () => {
  await importText(app, buildListingsCsv(5, 'Known'));
  const path = join(app.deps.config.DATA_DIR, 'strangers.csv');
  await writeFile(path, `name,city\n${Array.from({ length: 25 }, (_, n) => `Zoe Hart ${n},Salem\n`).join('')}`);
  const countListings = async () => Number((await app.deps.db('dentists').count({ n: '*' }))[0]!.n);
  const stopped = startNpmCommand(app, 'import', [path, '--stop-at-warnings']);
  expect([await stopped.ended, await countListings()]).toEqual([1, 5]);
  expect(stopped.output()).toMatch(/Warning: No column is mapped to State, so 25 new listings would have none\./);
  expect(stopped.output()).toMatch(/Nothing was imported\. Review run \d+/);
  const applied = startNpmCommand(app, 'import', [path]);
  expect([await applied.ended, await countListings()]).toEqual([0, 30]);
});
