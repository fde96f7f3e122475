import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { saveRecipe } from '#server/bulk/recipe/queries-recipes.ts';
import { buildBoardList } from '../harness/board-list.ts';
import { expect, test } from '../harness/fixtures.ts';
import type { TestedConsole } from '../harness/tested-console.ts';

const dropFiles = async (page: Page, consoleApp: TestedConsole, contents: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-screens-'));
  const paths = Object.keys(contents).map((name) => join(folder, name));
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await consoleApp.drop(page, ...paths);
  return () => rm(folder, { recursive: true, force: true });
};

async function openInWorkbench(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Fix in the workbench' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
}

test('screens of the workbench', { tag: '@chromium' }, async ({ page, consoleApp, begin, look }) => {
  test.setTimeout(600_000);
  await begin();
  const removeFiles = await dropFiles(page, consoleApp, { 'board of dentistry.csv': buildBoardList(120) });
  await openInWorkbench(page, 'board of dentistry.csv');
  await look('workbench 1 a file');
  await page.getByLabel('Field for Notes').selectOption('city');
  await expect(page.getByText('“City” was City and is no longer imported.')).toBeVisible();
  await look('workbench 2 a field was taken');
  await page.getByRole('button', { name: 'Give it back' }).click();

  await page.getByRole('button', { name: 'Fix ST' }).click();
  const panel = page.getByRole('region', { name: 'Fix ST' });
  await expect(panel.getByRole('checkbox', { name: 'Change Massachusets' })).toBeVisible();
  await panel.scrollIntoViewIfNeeded();
  await look('workbench 3 values of a column');
  await panel.getByRole('checkbox', { name: 'Change Massachusets' }).check();
  await panel.getByRole('checkbox', { name: 'Change Nowhere' }).check();
  await expect(panel.getByRole('button', { name: 'Change 48 rows' })).toBeVisible();
  await look('workbench 4 values to change');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('tab', { name: 'Similar' }).click();
  await expect(panel.getByRole('button', { name: 'Merge', exact: true })).toBeVisible();
  await look('workbench 5 similar values');
  await panel.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(/^Change .* in “ST”$/)).toBeVisible();
  await panel.getByRole('tab', { name: 'Change all' }).click();
  await panel.getByLabel('Change', { exact: true }).selectOption('replace');
  await panel.getByLabel('Find', { exact: true }).fill('MA');
  await panel.getByLabel('Replace with').fill('Massachusetts');
  await expect(panel.getByText(/^Changes \d+ of 120 rows$/)).toBeVisible();
  await look('workbench 6 a change of all rows');
  await panel.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Replace “MA”' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeEnabled();
  await page.getByLabel('Recipe name').fill('State board');
  await page.getByRole('button', { name: 'Save recipe' }).click();
  await expect(page.getByRole('list', { name: 'Saved recipes' })).toBeVisible();
  await page.getByRole('list', { name: 'Saved recipes' }).scrollIntoViewIfNeeded();
  await look('workbench 7 a saved recipe');

  await page.getByRole('button', { name: 'Format' }).click();
  await expect(page.getByRole('dialog', { name: 'How to read this file' })).toBeVisible();
  await look('workbench 8 format');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('dialog', { name: 'Add a column' }).getByLabel('Name').fill('Gender');
  await look('workbench 9 a new column');
  await page.keyboard.press('Escape');
  const rows = page.getByRole('radiogroup', { name: 'Rows to show' });
  await rows.getByRole('radio', { name: 'Problems' }).check();
  await expect(page.getByRole('gridcell', { name: 'Dr. Avery Example 4', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Dr. Avery Example 0', exact: true })).toHaveCount(0);
  await look('workbench 10 rows with problems');
  await rows.getByRole('radio', { name: 'All rows' }).check();
  await page.getByLabel('Search rows').click();
  await page.getByLabel('Search rows').pressSequentially('zzz');
  await expect(page.getByText('No rows match')).toBeVisible();
  await look('workbench 11 no rows match');
  await page.getByLabel('Search rows').fill('');
  await page.getByRole('gridcell', { name: 'Dr. Avery Example 3', exact: true }).dblclick();
  await page.getByLabel('Cell', { exact: true }).fill('Half a na');
  await look('workbench 12 a cell');
  await page.reload();
  await expect(page.getByText('You were changing Dentist on line 5 to “Half a na.”')).toBeVisible();
  await look('workbench 13 a cell that was not finished');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();

  await removeFiles();
});

test(
  'screens of recipes, unknown names, and files in the workbench',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, db, look, expectedErrors }) => {
    test.setTimeout(600_000);
    expectedErrors.push(/404/);
    await saveRecipe(db, {
      name: 'County board',
      steps: [{ do: 'map', column: 'ST', values: { Massachusets: 'MA' } }],
      mapping: null,
      format: null,
      at: new Date(),
    });
    await begin();
    const names = ['second board.csv', 'no names.csv'];
    const removeFiles = await dropFiles(page, consoleApp, {
      'second board.csv': buildBoardList(40),
      'no names.csv': 'city,insurancePlans\nBoston,"Delta Dental, Moon Dental"\nLowell,Moon Dental\nQuincy,Aetna\n',
    });
    await page.getByRole('tab', { name: 'second board.csv' }).click();
    await openInWorkbench(page, 'second board.csv');
    await page.getByRole('button', { name: 'Use County board' }).click();
    await expect(page.getByText('Change “Massachusets” to “MA” in “ST”')).toBeVisible();
    await look('workbench 14 a recipe for another file');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('tab', { name: 'no names.csv' }).click();
    await openInWorkbench(page, 'no names.csv');
    await expect(page.getByText('Which column holds the name of the listing?')).toBeVisible();
    await look('workbench 15 no name column');
    const unknown = page.getByRole('region', { name: /^Unknown / });
    await unknown.getByLabel('What to do with Moon Dental').selectOption('Create it');
    await unknown.scrollIntoViewIfNeeded();
    await look('workbench 16 unknown names');

    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('tab', { name: 'second board.csv' }).click();
    for (const name of names) await page.getByRole('button', { name: `Close ${name}` }).click();
    await expect(page.getByRole('region', { name: 'Recent files' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'Files in the workbench' })).toBeVisible();
    await look('workbench 17 recent and open files');
    await page.evaluate(() => (location.hash = '#/admin/imports/files/999999'));
    await expect(page.getByRole('heading', { name: "We couldn't open this file" })).toBeVisible();
    await look('workbench 18 a file that is gone');
    await removeFiles();
  },
);
