import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './harness/fixtures.ts';

test('a watched folder sends its files to the queue, which shows them on every page', async ({
  page,
  consoleApp,
  begin,
  db,
}) => {
  test.setTimeout(240_000);
  await begin();
  const folder = join(consoleApp.folder, 'Partners');
  await mkdir(folder);
  await consoleApp.ask('dialogs', { value: { open: [folder] } });
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const section = page.getByRole('region', { name: 'Watched folders' });
  await section.getByRole('button', { name: 'Watch a folder…' }).click();
  await expect(section.getByText('Previews files · as they arrive')).toBeVisible();

  const tag = `Watch${Date.now().toString(36)}`;
  const rows = Array.from({ length: 8 }, (_, n) => `Dr. ${tag} ${n},Boston,MA,02118\n`);
  await writeFile(join(folder, 'november.csv'), `name,city,state,zipCode\n${rows.join('')}`);
  const chip = page.getByRole('button', { name: '1 import needs review' });
  await expect(chip).toBeVisible({ timeout: 40_000 });
  await expect(section.getByText('1 file not finished')).toBeVisible();
  expect(await db('dentists').where('name', 'like', `Dr. ${tag}%`)).toEqual([]);
  await chip.click();
  await page.getByRole('link', { name: 'Review november.csv' }).click();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.locator('#content').getByText(/Imported 8 rows: 8 new/)).toBeVisible({ timeout: 30_000 });

  const listDone = () => readdir(join(folder, 'done')).catch(() => []);
  await expect.poll(listDone, { timeout: 30_000 }).toEqual(['november.csv', 'november.csv.txt']);
  expect(await readFile(join(folder, 'done', 'november.csv.txt'), 'utf8')).toContain('8 new');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await section.getByRole('button', { name: 'Stop watching Partners' }).click();
  await expect(section.getByText('Previews files')).toHaveCount(0);
});
