import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './harness/fixtures.ts';

const ROWS = 600;
const BAD = 7;

/** Writes a listings file into a new folder. */
async function fileOf(lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-csv-'));
  const tag = randomBytes(4).toString('hex');
  const name = `listings ${tag}.csv`;
  await writeFile(join(folder, name), `${lines.join('\r\n').replaceAll('{tag}', tag)}\r\n`);
  return { folder, tag, name, path: join(folder, name) };
}

test('imports 600 rows with 7 bad ones, saves the refused rows, and undoes the import', async ({
  page,
  consoleApp,
  staff,
  enter,
  db,
}) => {
  test.setTimeout(240_000);
  const lines = ['name,phone,city,state,zipCode'];
  for (let n = 0; n < ROWS; n++) {
    const bad = n % 80 === 5 && n / 80 < BAD;
    const phone = `(617) ${200 + (n % 700)}-${String(1_000 + (n % 9_000))}`;
    // A cell of the place refuses its row. A bad phone would only be left blank.
    lines.push(`Dr. {tag} Number ${n},${phone},Boston,MA,${bad ? '12' : '02118'}`);
  }
  const { folder, tag, name, path } = await fileOf(lines);

  const who = await staff({ twoFactor: true });
  await consoleApp.show(page, { [name]: path });
  await enter(who);

  await consoleApp.drop(page, path);
  await expect(page.getByTestId('counts')).toHaveText('600 rows, 593 good, 7 with problems', {
    timeout: 30_000,
  });
  await expect(page.getByLabel('Field for zipCode')).toHaveValue('zipCode');

  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('row')).toHaveCount(1 + BAD);

  await page.getByRole('button', { name: 'Check against the directory' }).click();
  const run = page.getByRole('region', { name: 'Import', exact: true });
  await expect(run.getByText(/Nothing has been changed yet/)).toBeVisible({ timeout: 120_000 });
  await expect(run.getByText(/7 rows were refused/)).toBeVisible();
  expect((await db('dentists').where('name', 'like', `Dr. ${tag}%`)).length).toBe(0);
  await expect(run.getByText(/No row matches a listing in the directory/)).toBeVisible();
  const importButton = run.getByRole('button', { name: 'Import 593 rows' });
  await expect(importButton).toBeDisabled();
  await run.getByRole('checkbox', { name: /this is right/ }).check();
  await importButton.click();
  await expect(run.getByText(/Imported 593 rows/)).toBeVisible({ timeout: 120_000 });

  await consoleApp.ask('dialogs', { value: { save: join(folder, '{name}') } });
  await run.getByRole('button', { name: 'Download refused rows' }).click();
  const refusedName = async () => (await readdir(folder)).filter((one) => /^refused.*\.csv$/.test(one));
  await expect.poll(refusedName).toHaveLength(1);
  const refused = await readFile(join(folder, (await refusedName())[0]!), 'utf8');
  expect(refused.trim().split(/\r?\n/)).toHaveLength(1 + BAD);

  // Undo works later too, from the page of the import.
  await run.getByRole('link', { name: /^Run \d+$/ }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect
    .poll(async () => (await db('dentists').where('name', 'like', `Dr. ${tag}%`).whereNull('deletedAt')).length, {
      timeout: 90_000,
    })
    .toBe(0);
  await expect(page.getByText('593 listings removed')).toBeVisible();
  await rm(folder, { recursive: true, force: true });
});

test('opens files from the system, the menu, a drop, and the recent list', async ({
  page,
  consoleApp,
  staff,
  enter,
}) => {
  const one = await fileOf(['Who,Place,state', 'Ann {tag},Boston,MA', 'Ben {tag},Boston,Nowhere']);
  const two = await fileOf(['name,city', 'Cy {tag},Austin']);
  const three = await fileOf(['name,city', 'Dee {tag},Dallas']);
  const who = await staff();
  await consoleApp.show(page, { [two.name]: two.path, [three.name]: three.path });
  // A file that is opened before login is shown after it.
  await consoleApp.ask('app', { event: 'open-file', args: [one.path] });
  await page.getByLabel('Server', { exact: true }).waitFor();
  await enter(who, 'Import');
  await expect(page.getByText(one.name).first()).toBeVisible();
  const counts = () => page.getByTestId('counts');
  await expect(counts()).toHaveText('2 rows, 1 good, 1 with problems');

  // The mapping stays while another page is shown.
  await page.getByLabel('Field for Who').selectOption('name');
  await page.getByLabel('Field for Place').selectOption('city');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('Field for Place')).toHaveValue('city');

  await consoleApp.drop(page, two.path, three.path);
  for (const file of [one, two, three]) await expect(page.getByRole('tab', { name: file.name })).toBeVisible();
  await page.getByRole('tab', { name: three.name }).click();
  await expect(page.getByRole('cell', { name: /^Dee/ })).toBeVisible();
  await page.getByRole('tab', { name: one.name }).click();
  await expect(page.getByLabel('Field for Place')).toHaveValue('city');
  for (const file of [one, two, three]) {
    await page
      .getByRole('tab', { name: file.name })
      .or(page.locator('strong', { hasText: file.name }))
      .first()
      .click();
    await page.getByRole('button', { name: `Close ${file.name}` }).click();
  }

  // A restart in Electron has another page.
  const recent = () => page.getByRole('region', { name: 'Recent files' });
  await expect(recent().getByRole('listitem')).toHaveCount(3);
  await rm(three.path);
  // After a restart, the recent files that still exist and the mapping are there.
  await page.goto('about:blank');
  await consoleApp.kill();
  await consoleApp.start();
  await consoleApp.show(page);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(recent().getByRole('listitem')).toHaveCount(2);
  await recent().getByRole('button', { name: one.name }).click();
  await expect(page.getByLabel('Field for Who')).toHaveValue('name');
  await expect(page.getByLabel('Field for Place')).toHaveValue('city');
  await page.getByRole('button', { name: `Close ${one.name}` }).click();

  await consoleApp.ask('dialogs', { value: { open: [two.path] } });
  await consoleApp.ask('click', { path: ['&File', 'Import…'] });
  await expect(page.getByRole('cell', { name: /^Cy/ })).toBeVisible();
  for (const { folder } of [one, two, three]) await rm(folder, { recursive: true, force: true });
});

test('resumes an upload after a lost connection, and cancels an import', async ({
  page,
  consoleApp,
  gate,
  begin,
  db,
  expectedErrors,
}) => {
  expectedErrors.push(/503|502|ERR_/);
  const { folder, tag, name, path } = await fileOf([
    'name,city,state,bio',
    ...Array.from({ length: 300 }, (_, n) => `Dr. {tag} ${n},Boston,MA,${'Gentle care. '.repeat(1_200)}`),
  ]);
  await begin({ paths: { [name]: path } });
  await consoleApp.drop(page, path);
  await expect(page.getByTestId('counts')).toHaveText('300 rows, 300 good, 0 with problems');
  gate.closed = true;
  const check = page.getByRole('button', { name: 'Check against the directory' });
  await check.click();
  const sending = page.getByRole('region', { name: 'Sending' });
  await expect(sending.getByText('Waiting for the connection')).toBeVisible();
  await sending.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Canceled.')).toBeVisible();
  await check.click();
  await expect(sending.getByText('Waiting for the connection')).toBeVisible();
  // The connection is back but loses a third of the responses. The file still arrives once.
  let drawn = 7;
  gate.random = () => (drawn = (drawn * 16_807) % 2_147_483_647) / 2_147_483_647;
  gate.losesAnswers = 0.35;
  const before = gate.lost;
  gate.closed = false;
  const run = page.getByRole('region', { name: 'Import', exact: true });
  await expect(run.getByText(/Nothing has been changed yet/)).toBeVisible({ timeout: 60_000 });
  expect(gate.lost).toBeGreaterThan(before);
  expect(await db('importRuns').where({ fileName: name })).toHaveLength(1);
  expect(await db('importPieces')).toEqual([]);
  gate.losesAnswers = 0;
  await run.getByRole('button', { name: 'Cancel' }).click();
  await expect(run.getByText('The import was canceled. Nothing was changed.')).toBeVisible();
  expect(await db('dentists').where('name', 'like', `Dr. ${tag}%`)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

test('says that an export failed when it is cut off, and that a whole one is complete', async ({
  page,
  consoleApp,
  gate,
  begin,
  expectedErrors,
}) => {
  expectedErrors.push(/503|502|ERR_/);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-export-'));
  await begin();
  await consoleApp.ask('dialogs', { value: { save: join(folder, '{name}') } });
  await page.evaluate(() => (location.hash = '#/admin?tab=analytics&sub=exports'));
  const save = page.getByRole('button', { name: 'Articles (CSV)' });
  gate.cutAfter = 60;
  await save.click();
  await expect(page.getByText('Export Failed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Failed to export CSV data\. .*othing was saved/).first()).toBeVisible();
  expect(await readdir(folder)).toEqual([]);
  gate.cutAfter = null;
  await save.click();
  await expect(page.getByText('Export Complete', { exact: true }).first()).toBeVisible();
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true, force: true });
});

test('saves all rows of a table, not only the loaded page', async ({ page, consoleApp, begin, db }) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-table-'));
  const tag = randomBytes(4).toString('hex');
  const rows = Array.from({ length: 2_345 }, (_, n) => ({
    email: `${tag}-${n}@example.com`,
    name: `Zoë ${tag}, ${n}`,
  }));
  await db('users').insert(rows);
  await begin();
  await consoleApp.ask('dialogs', { value: { save: join(folder, '{name}') } });
  await page.evaluate((q) => (location.hash = `#/admin/users?q=${q}`), tag);
  await expect(page.getByText('2,345 accounts')).toBeVisible();
  await page.getByRole('button', { name: 'Save these accounts as CSV' }).click();
  await expect(page.getByText('Export Complete', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  const [name, ...more] = await readdir(folder);
  expect([name?.replace(/-[\d-]+\.csv$/, ''), more]).toEqual(['users', []]);
  const lines = (await readFile(join(folder, name!), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines.at(-1)).toMatch(new RegExp(`^"Zoë ${tag}, 0",${tag}-0@example.com,User,`));
  await rm(folder, { recursive: true });
  await db('users').where('email', 'like', `${tag}-%`).delete();
});
