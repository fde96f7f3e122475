import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { expect, test } from './harness/fixtures.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('opens the good files of a drop, and says what is wrong with the others', async ({ page, consoleApp, begin }) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-drop-'));
  const contents: Record<string, string | Buffer> = {
    'people.csv': 'name,city\nAnn Poe,Boston\n',
    'sheet.xlsx': buildXlsx({
      People: [
        ['name', 'city'],
        ['Zoë Müller', 'Austin'],
      ],
    }),
    'picture.csv': png,
    'photo.png': png,
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await begin();
  await consoleApp.drop(page, ...Object.keys(contents).map((name) => join(folder, name)));
  await expect(page.getByText('One file wasn’t opened').first()).toBeVisible();
  await expect(page.getByText('“photo.png” is not a CSV file.').first()).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.getByRole('tab', { name: 'people.csv' }).click();
  await expect(page.getByRole('cell', { name: /^Ann Poe/ })).toBeVisible();
  await page.getByRole('tab', { name: 'sheet.xlsx' }).click();
  await expect(page.getByRole('cell', { name: /^Zoë Müller/ })).toBeVisible();
  await page.getByRole('tab', { name: 'picture.csv' }).click();
  await expect(page.getByText('This is an image, not a CSV.')).toBeVisible();
  // The system's menu of recent files names only what was opened.
  const { recent } = await consoleApp.ask<{ recent: string[] }>('seen');
  expect(recent).toEqual(['people.csv', 'sheet.xlsx', 'picture.csv'].map((name) => join(folder, name)));
  await rm(folder, { recursive: true, force: true });
});
