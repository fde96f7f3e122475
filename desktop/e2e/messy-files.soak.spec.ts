import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messyFiles, readMessyListings } from '#server/test/files/messy-files.ts';
import { Operator } from '../../web/e2e/harness/import-operator.ts';
import { expect, test } from './harness/fixtures.ts';

test.use({ emptiesDirectory: true, viewport: { width: 1440, height: 900 } });

test('takes ten messy files from a drop on the console to the directory', async ({
  page,
  consoleApp,
  begin,
  db,
  expectedErrors,
}) => {
  test.setTimeout(600_000);
  // The console cancels a question about the queue or its files when the page changes, and asks again.
  expectedErrors.push(/status of 503 .*import-(queue|files)/);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-messy-'));
  await begin();
  for (const messy of messyFiles)
    await test.step(messy.title, async () => {
      await db.raw('delete from dentists; delete from import_mappings');
      const path = join(folder, messy.name);
      await writeFile(path, messy.content);
      const operator = new Operator(page);
      const began = Date.now();
      operator.actions++;
      await consoleApp.drop(page, path);
      await operator.click('Fix in the workbench');
      await operator.finish(messy);
      const seconds = (Date.now() - began) / 1000;
      expect(await readMessyListings(db)).toEqual(messy.listings.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      console.log(`${operator.actions} actions, ${seconds.toFixed(1)} s: ${messy.title}`);
      expect(operator.actions).toBeLessThanOrEqual(26);
      // The console shows the next file alone, as if the operator had closed this one.
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByRole('button', { name: `Close ${messy.name}` }).click();
    });
  await rm(folder, { recursive: true, force: true });
});
