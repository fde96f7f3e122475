import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../harness/fixtures.ts';
import { overrideState } from '../harness/look.ts';

test('screens of the settings and servers', { tag: '@chromium' }, async ({ page, consoleApp, begin, look }) => {
  test.setTimeout(420_000);
  await begin();
  const watched = join(consoleApp.folder, 'From the board');
  await mkdir(watched);
  await consoleApp.ask('dialogs', { value: { open: [watched] } });
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await look('settings 1');
  await page.getByRole('heading', { name: 'Watched folders' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Watch a folder…' }).click();
  await expect(page.getByText('From the board', { exact: true })).toBeVisible();
  await look('settings 2 a watched folder');
  const { value } = await consoleApp.invoke<{ value: { folders: object[] } }>('state', []);
  await overrideState(page, {
    folders: value.folders.map((one) => ({ ...one, problem: 'This folder is gone. Plug in its drive.', waiting: 2 })),
  } as never);
  await look('settings 3 a folder that is gone');
  await page.getByRole('region', { name: 'Watched folders' }).getByLabel('When').selectOption('daily');
  await look('settings 3 a folder on a schedule');
  await page.getByRole('heading', { name: 'Servers', level: 2 }).scrollIntoViewIfNeeded();
  await look('settings 4 servers');
  await page.getByRole('button', { name: 'Check for updates' }).scrollIntoViewIfNeeded();
  await look('settings 5 the rest');
  await page.getByRole('button', { name: /^Remove / }).click();
  await look('settings 6 removing a server');
});
