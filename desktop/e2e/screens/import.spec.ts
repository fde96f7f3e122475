import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { tryImportLock } from '#server/bulk/runs/queries-runs.ts';
import { buildZip } from '#server/test/xlsx.ts';
import { expect, test } from '../harness/fixtures.ts';
import { overrideState } from '../harness/look.ts';

const towns = ['Boston', 'Cambridge', 'Quincy', 'Lowell', 'Worcester'];
const states = ['MA', 'Massachusets', 'Massachusetts', 'MA', 'Nowhere'];
const listLine = (n: number) =>
  `Dr. Avery Example ${n},${n % 9 === 4 ? '12' : `(617) 555-${1_000 + n}`},${towns[n % 5]!},${states[n % 5]!},02118,Gentle care ${n}`;
const buildList = (rows: number) =>
  `Dentist,Telephone,City,ST,ZIP,Notes\n${Array.from({ length: rows }, (_, n) => listLine(n)).join('\n')}\n`;

test(
  'screens of imports, the workbench, the queue, and watched folders',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, begin, db, look, expectedErrors }) => {
    test.setTimeout(420_000);
    expectedErrors.push(/503|502|ERR_|status of 409/);
    const folder = await mkdtemp(join(tmpdir(), 'enamel-screens-'));
    const contents: Record<string, string | Buffer> = {
      'board of dentistry.csv': buildList(120),
      'spring.csv': 'name,city,state\nDr. Maya Lin,Salem,MA\nDr. Omar Reyes,Lynn,MA\n',
      'refused.csv': 'name,city,state\n,Salem,MA\n',
      'picture.csv': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'NPPES_Data_Dissemination_November_2026.zip': buildZip({
        'npidata_pfile_20050523-20261108.csv': formatFile([makeDentist(1)]),
      }),
    };
    const paths = Object.fromEntries(Object.keys(contents).map((name) => [name, join(folder, name)]));
    for (const [name, content] of Object.entries(contents)) await writeFile(paths[name]!, content);
    await begin();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
    await look('import 1 idle');
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a.csv'));
      dispatchEvent(new DragEvent('dragenter', { dataTransfer }));
    });
    await expect(page.getByText('Drop the file to preview it. Nothing is sent yet.')).toBeVisible();
    await look('import 2 a file over the window');

    await consoleApp.drop(page, paths['board of dentistry.csv']!);
    await expect(page.getByTestId('counts')).toContainText('120 rows');
    await look('import 3 problems');
    await page.getByLabel('Field for Notes').selectOption('name');
    await expect(page.getByText('“Dentist” was Name and is no longer imported.')).toBeVisible();
    await look('import 4 a field was taken');
    await page.getByRole('button', { name: 'Give it back' }).click();

    gate.closed = true;
    const check = page.getByRole('button', { name: 'Check against the directory' });
    await check.click();
    await expect(page.getByText('Waiting for the connection')).toBeVisible();
    await look('import 5 waiting for the connection');
    gate.closed = false;
    const run = page.getByRole('region', { name: 'Import', exact: true });
    await expect(run.getByText(/Nothing has been changed yet/)).toBeVisible({ timeout: 60_000 });
    await look('import 6 checked');
    await run.getByRole('checkbox', { name: /this is right/ }).check();
    await run.getByRole('button', { name: /^Import \d+ rows$/ }).click();
    await expect(run.getByText(/Imported \d+ rows/)).toBeVisible({ timeout: 60_000 });
    await look('import 7 finished');

    await consoleApp.drop(page, paths['refused.csv']!);
    await page.getByRole('tab', { name: 'refused.csv' }).click();
    await check.click();
    await expect(run.getByText(/refused/).first()).toBeVisible({ timeout: 60_000 });
    await look('import 8 all rows refused');
    await consoleApp.drop(page, paths['picture.csv']!, paths['NPPES_Data_Dissemination_November_2026.zip']!);
    await page.getByRole('tab', { name: 'picture.csv' }).click();
    await expect(page.getByText('This is an image, not a CSV.')).toBeVisible();
    await look('import 9 a wrong file');
    await page.getByRole('tab', { name: /^NPPES/ }).click();
    await expect(page.getByText('Data of Nov 8, 2026')).toBeVisible();
    await look('import 10 the registry');

    await consoleApp.drop(page, paths['spring.csv']!);
    await page.getByRole('tab', { name: 'spring.csv' }).click();
    await expect(page.getByRole('cell', { name: 'Dr. Maya Lin' })).toBeVisible();
    const otherImport = await db.transaction();
    expect(await tryImportLock(otherImport)).toBe(true);
    await page.getByRole('tab', { name: 'board of dentistry.csv' }).click();
    await page.getByRole('button', { name: 'Back to file' }).click();
    await page.getByRole('button', { name: 'Fix in the workbench' }).click();
    await expect(page.getByRole('heading', { name: 'board of dentistry.csv' })).toBeVisible();
    await look('workbench 1 a file');
    await page.getByRole('button', { name: 'Fix ST' }).click();
    await look('workbench 2 a column');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: '1 import waiting' }).click();
    await look('queue 1 waiting');
    await otherImport.rollback();
    await page.getByRole('button', { name: '1 import needs review' }).waitFor({ timeout: 60_000 });
    await look('queue 2 needs review');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = '#/admin/imports'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look('imports');
    await page.getByRole('link', { name: 'board of dentistry.csv' }).first().click();
    await look('imports, one of them');

    const watched = join(folder, 'From the board');
    await mkdir(watched);
    await consoleApp.ask('dialogs', { value: { open: [watched] } });
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
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
    await page.getByRole('button', { name: 'Check for updates' }).scrollIntoViewIfNeeded();
    await look('settings 4 the rest');
    await page.getByRole('link', { name: 'Manage servers' }).click();
    await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
    await look('settings 5 servers');
    await page.getByRole('button', { name: /^Remove / }).click();
    await look('settings 6 removing a server');
    await rm(folder, { recursive: true, force: true });
  },
);
