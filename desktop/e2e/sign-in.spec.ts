import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './harness/fixtures.ts';
import { Gate } from './harness/gate.ts';

test(
  'logs in on the first run, and keeps the token out of the page',
  { tag: '@chromium' },
  async ({ page, consoleApp, staff, enter, db }) => {
    const who = await staff({ twoFactor: true });
    await consoleApp.show(page);
    await page.getByLabel('Server').fill('http://enamel.example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('This address is not encrypted. Please use https://.')).toBeVisible();

    const answers: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/'))
        void answer.text().then(
          (text) => answers.push(text),
          () => {},
        );
    });
    await enter(who);
    await expect(page.getByText(/^Synced /)).toBeVisible();

    const rows = await db('authSessions').where({ userId: who.userId });
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['desktop']);

    // Tokens have 43 characters. The page, its storage, its responses, the disk, and the log must not contain one.
    const secret = /(?<![\w-])[\w-]{43}(?![\w-])/;
    const held = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.documentElement.outerHTML,
    );
    expect(held).not.toMatch(secret);
    expect(answers.join('\n')).toContain('kept by the console');
    for (const text of answers) expect(text).not.toMatch(/"token":"(?!kept by the console")/);
    for (const entry of await readdir(consoleApp.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'latin1').catch(
        (error: NodeJS.ErrnoException) => {
          // The console renames its temporary files when they are complete.
          if (error.code === 'ENOENT' && entry.name.endsWith('.tmp')) return '';
          throw error;
        },
      );
      expect(text, entry.name).not.toMatch(/Bearer [\w-]{20}/);
      expect(text, entry.name).not.toContain(who.password);
      if (entry.name !== 'keychain.json') expect(text, entry.name).not.toMatch(secret);
    }

    // The session survives a restart.
    await page.goto('about:blank');
    await consoleApp.kill();
    await consoleApp.start();
    await consoleApp.show(page);
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  },
);

test('rejects people who are not staff, and ends their session', async ({
  page,
  consoleApp,
  gate,
  staff,
  db,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  const who = await staff();
  await db('users').where({ id: who.userId }).update({ role: 'user' });
  await consoleApp.show(page);
  await page.getByLabel('Server').fill(gate.url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('This console is for staff.').first()).toBeVisible();
  expect(await db('authSessions').where({ userId: who.userId })).toEqual([]);
});

test('adds, switches, and removes servers, each with its own session', async ({
  page,
  consoleApp,
  gate,
  staff,
  enter,
  baseURL,
  accessible,
}) => {
  const other = new Gate(baseURL!);
  await other.open();
  const [here, there] = [new URL(gate.url).host, new URL(other.url).host];
  const [one, two] = [await staff(), await staff()];
  await consoleApp.show(page);
  await enter(one);
  await consoleApp.ask('click', { path: ['&File', 'Servers…'] });
  await expect(page.getByRole('heading', { name: 'Servers', level: 2 })).toBeVisible();
  const known = page.getByRole('list', { name: 'Saved servers' });
  await expect(known.getByRole('listitem')).toHaveText([new RegExp(`${here}.*${one.email}.*In use`)]);

  // An address without a server changes nothing.
  const add = page.getByRole('button', { name: 'Add and switch' });
  await page.getByRole('textbox', { name: 'Server' }).fill('http://127.0.0.1:9');
  await add.click();
  await expect(page.getByText(/There is no answer at this address/)).toBeVisible();
  await expect(known.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Server' }).fill(other.url);
  await add.click();
  await page.getByLabel('Email').fill(two.email);
  await page.getByLabel('Password', { exact: true }).fill(two.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Servers, now ${there}` }).click();
  await expect(known.getByRole('listitem')).toHaveText([
    new RegExp(`${here}.*${one.email}`),
    new RegExp(`${there}.*${two.email}.*In use`),
  ]);
  await accessible('servers');
  // Switching back needs no login.
  await page.getByRole('button', { name: `Switch to ${here}` }).click();
  await expect(page.getByRole('button', { name: `Servers, now ${here}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Servers, now ${here}` }).click();
  await page.getByRole('button', { name: `Remove ${there}` }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(known.getByRole('listitem')).toHaveText([new RegExp(`${here}.*In use`)]);
  await page.goto('about:blank');
  await other.stop();
});
