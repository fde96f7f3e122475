import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { expect, test } from '../harness/fixtures.ts';
import { buildBoardList } from '../harness/board-list.ts';

test('screens of imports', { tag: '@chromium' }, async ({ page, consoleApp, gate, begin, look, expectedErrors }) => {
  test.setTimeout(420_000);
  expectedErrors.push(/503|502|ERR_/);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-screens-'));
  const contents: Record<string, string | Buffer> = {
    'board of dentistry.csv': buildBoardList(120),
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
  await rm(folder, { recursive: true, force: true });
});
