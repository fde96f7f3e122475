import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { tryImportLock } from '#server/bulk/runs/queries-runs.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { expect, test } from './harness/fixtures.ts';

interface MenuItem {
  label?: string;
  submenu?: MenuItem[];
}
const findSubmenu = (items: MenuItem[], label: string): MenuItem[] =>
  items.find((item) => item.label === label)?.submenu ?? [];

const states = ['Massachusets', 'Massachusetts', 'Massachusetts', 'massachusetts', 'MA'];
const buildList = (tag: string, rows: number) =>
  `Dentist,City,ST,Postal/Zip Code,Telephone Number,Notes\n${Array.from(
    { length: rows },
    (_, n) =>
      `${tag} Ann Poe ${n},BOSTON,${states[n % states.length]!},02134,61755501${String(n).padStart(2, '0')},n ${n}`,
  ).join('\n')}\n`;

test('takes several files from a drop through the workbench, a recipe, and the queue to the directory', async ({
  page,
  consoleApp,
  begin,
  db,
  expectedErrors,
}) => {
  test.setTimeout(180_000);
  // An import that is refused because another one runs goes to the queue.
  expectedErrors.push(/status of 409/);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-workbench-'));
  const tag = `Wb${randomBytes(3).toString('hex')}`;
  const contents: Record<string, string | Buffer> = {
    'east.csv': buildList(`${tag} East`, 40),
    'west.csv': buildList(`${tag} West`, 30),
    'NPPES_Data_Dissemination_November_2026.zip': buildZip({
      'npidata_pfile_20050523-20261108.csv': formatFile([makeDentist(1)]),
    }),
    'photo.png': Buffer.from('89504e470d0a1a0a', 'hex'),
  };
  const paths = Object.fromEntries(Object.keys(contents).map((name) => [name, join(folder, name)]));
  for (const [name, content] of Object.entries(contents)) await writeFile(paths[name]!, content);
  await page.setViewportSize({ width: 1440, height: 900 });
  await begin();

  await consoleApp.drop(page, ...Object.values(paths));
  await expect(page.getByText('“photo.png” is not a CSV file.').first()).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.getByRole('tab', { name: /^NPPES/ }).click();
  await expect(page.getByText('Data of Nov 8, 2026')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check against the directory' })).toBeEnabled();

  // A column is mapped before the file is sent, and keeps its field in the workbench.
  await page.getByRole('tab', { name: 'east.csv' }).click();
  await page.getByLabel('Field for Notes').selectOption('bio');
  await page.getByRole('button', { name: 'Fix in the workbench' }).click();
  await expect(page.getByRole('heading', { name: 'east.csv' })).toBeVisible();
  await expect(page.getByLabel('Field for Notes')).toHaveValue('bio');
  await page.getByRole('button', { name: 'Fix ST' }).click();
  await page.getByRole('tab', { name: 'Similar' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Change 2 values in “ST”')).toBeVisible();
  await page.getByLabel('Recipe name').fill(`Board ${tag}`);
  await page.getByRole('button', { name: 'Save recipe' }).click();
  await expect(page.getByText('Recipe saved', { exact: true }).first()).toBeVisible();

  // The file menu opens the next file, and the recipe fits it. macOS fills that menu itself.
  const { menu } = await consoleApp.ask<{ menu: MenuItem[] }>('menu');
  const recentFiles = findSubmenu(findSubmenu(menu, '&File'), 'Open Recent');
  const recent = recentFiles.find(({ label }) => label?.endsWith('west.csv'))?.label;
  if (recent) expect(await consoleApp.ask('click', { path: ['&File', 'Open Recent', recent] })).toBe(true);
  else await page.getByRole('tab', { name: 'west.csv' }).click();
  expect(recent !== undefined).toBe(process.platform !== 'darwin');
  await expect(page.getByRole('tab', { name: 'west.csv' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Fix in the workbench' }).click();
  await expect(page.getByRole('heading', { name: 'west.csv' })).toBeVisible();
  await page.getByRole('button', { name: `Use Board ${tag}` }).click();
  await expect(page.getByText('Change 2 values in “ST”')).toBeVisible();

  // While another import runs, this one waits in the queue.
  const otherImport = await db.transaction();
  expect(await tryImportLock(otherImport)).toBe(true);
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '1 import waiting' })).toBeVisible();
  await otherImport.rollback();
  await page.getByRole('button', { name: '1 import needs review' }).click({ timeout: 40_000 });
  await page.getByRole('link', { name: 'Review west.csv' }).click();
  await expect(page.getByText(/This file has 30 rows: 30 new/)).toBeVisible();
  await page.getByLabel(/I've checked the columns/).check();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('Imported 30 rows: 30 new, 0 changed, 0 unchanged.').first()).toBeVisible();
  const imported = (await db('dentists').where('name', 'like', `${tag}%`).select('name', 'state')) as {
    name: string;
    state: string;
  }[];
  expect(imported.filter(({ name, state }) => name.startsWith(`${tag} West`) && state === 'MA')).toHaveLength(30);
  expect(imported).toHaveLength(30);
  await rm(folder, { recursive: true, force: true });
});
