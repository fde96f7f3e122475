import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsoleState } from '../bridge/shapes.ts';
import { ConsoleApp } from './harness/console.ts';
import { askForLicense } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test('without secure key storage, keeps everything in memory and asks before losing a decision', async ({
  page,
  gate,
  staff,
  enter,
  claims,
  expectedErrors,
  accessible,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/503|502/);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-open-'));
  const consoleApp = new ConsoleApp(folder, { FAKE_KEYCHAIN: 'none' });
  await consoleApp.start();
  const [id] = (await claims(1, 'last')) as [number];
  await consoleApp.show(page);
  await enter(await staff());
  await expect(page.getByText(/^Synced /)).toBeVisible();
  await page.getByRole('button', { name: 'In memory only' }).click();
  await expect(page.getByText(/Unsent decisions wait in memory too/)).toBeVisible();
  await accessible('memory only');
  gate.closed = true;
  await askForLicense(page, id);
  const files = (await readdir(folder)).filter((name) => name !== 'logs').sort();
  expect(files).toEqual(['SingletonLock', 'servers.json', 'theme']);
  await expect(page.getByText('1 decision waiting to send')).toBeVisible();
  await consoleApp.ask('dialogs', { value: { message: 1 } });
  await consoleApp.ask('quit');
  const asked = async () => (await consoleApp.ask<{ asked: { message: string }[] }>('seen')).asked;
  await expect.poll(asked).toMatchObject([{ message: 'Quit and lose one decision?' }]);
  await page.goto('about:blank');
  await consoleApp.kill();
  gate.closed = false;
  await consoleApp.start();
  await consoleApp.show(page);
  await expect(page.getByText(/This computer has no secure key storage/)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  await accessible('signing in without a keychain');
  const state = await consoleApp.invoke<{ value: { outbox: { waiting: number }; snapshot: { asOf: null } } }>(
    'state',
    [],
  );
  expect(state.value).toMatchObject({ outbox: { waiting: 0 }, snapshot: { asOf: null } });
  await page.goto('about:blank');
  await consoleApp.kill();
  await rm(folder, { recursive: true, force: true });
});

test('a decision survives a start without its keychain', async ({
  page,
  gate,
  begin,
  claims,
  consoleApp,
  expectedErrors,
  accessible,
}) => {
  expectedErrors.push(/503|502|ERR_/);
  const [id] = (await claims(1, 'last')) as [number];
  await begin({ synced: true });
  gate.closed = true;
  await askForLicense(page, id);
  await expect(page.getByText('1 decision waiting to send')).toBeVisible();
  await page.goto('about:blank');
  await consoleApp.kill();
  const state = async () => (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value;
  consoleApp.setEnv({ FAKE_KEYCHAIN: 'none' });
  await consoleApp.start();
  expect((await state()).outbox).toMatchObject({ waiting: 0, locked: 1 });
  await consoleApp.kill();
  consoleApp.setEnv({});
  await consoleApp.start();
  await consoleApp.show(page);
  await expect(page.getByText('1 decision waiting to send')).toBeVisible();
  expect((await state()).outbox).toMatchObject({ waiting: 1, locked: 0 });

  const value = await state();
  await page.evaluate((lockedState) => window.__heard!('enamel:event', [{ kind: 'state', state: lockedState }]), {
    ...value,
    outbox: { ...value.outbox, locked: 3 },
  });
  await page.getByRole('button', { name: /^3 decisions are locked/ }).click();
  await expect(page.getByText(/Nothing is lost: they’re sent once the keychain is available again/)).toBeVisible();
  await accessible('locked decisions');
  await page.getByRole('dialog', { name: 'Locked decisions' }).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/decisions are locked/)).toHaveCount(0);
});

test('every screen and dialog is accessible and fits wide and narrow windows', async ({
  page,
  consoleApp,
  gate,
  staff,
  enter,
  expectedErrors,
  accessible,
}) => {
  test.setTimeout(300_000);
  expectedErrors.push(/503|502|401/);
  const shots = process.env.CONSOLE_SHOTS;
  const look = async (name: string) => {
    await accessible(name);
    for (const width of [1440, 720]) {
      await page.setViewportSize({ width, height: 860 });
      await page.waitForTimeout(150);
      // Nothing overflows the window.
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${name} at ${width}`,
      ).toBeLessThanOrEqual(width);
      if (shots) await page.screenshot({ path: join(shots, `${name} ${width}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 840 });
  };
  const tell = (change: object) =>
    page.evaluate(async (changes) => {
      const { value } = await (window as unknown as { enamel: { state(): Promise<{ value: object }> } }).enamel.state();
      // Applies the overrides to every later state, so that a real change does not remove them.
      const page = window as unknown as { overrides?: object };
      if (!page.overrides) {
        const heard = window.__heard!;
        window.__heard = (channel, args) =>
          heard(
            channel,
            (args as { kind?: string; state?: object }[]).map((event) =>
              event?.kind === 'state' ? { ...event, state: { ...event.state, ...page.overrides } } : event,
            ),
          );
      }
      page.overrides = { ...page.overrides, ...changes };
      window.__heard!('enamel:event', [{ kind: 'state', state: value }]);
    }, change);
  await consoleApp.show(page);
  await look('first run');
  const who = await staff();
  await page.getByLabel('Server').fill(gate.url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await look('sign in');
  // Removing a server asks first, and the default answer changes nothing.
  const leave = page.getByRole('button', { name: 'Use another server' });
  const question = page.getByRole('alertdialog', { name: /^Remove 127\.0\.0\.1:\d+\?$/ });
  await leave.click();
  await expect(question.getByText(/^This removes the server’s address, your login, the offline copy, /)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await look('leaving a server');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  const known = async () =>
    (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value.servers.map(({ origin }) => origin);
  expect(await known()).toEqual([gate.url]);
  await leave.click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByLabel('Server', { exact: true })).toBeVisible();
  expect(await known()).toEqual([]);
  await enter(who);
  await expect(page.getByText(/^Synced /)).toBeVisible();
  await look('admin panel');
  for (const [name, hash] of [
    ['claims', '#/admin?tab=claims'],
    ['import', '#/admin/desk/import'],
    ['offline reports', '#/admin/desk/reports'],
    ['servers', '#/admin/desk/servers'],
    ['on the site', '#/pricing'],
    ['account', '#/account'],
  ] as const) {
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForTimeout(700);
    await look(name);
  }
  await page.evaluate(() => (location.hash = '#/admin?tab=claims'));
  const conflict = { key: crypto.randomUUID(), claimId: 7, practice: 'Dr. Ada Moss', wanted: 'Approve claim 7' };
  await tell({
    link: 'offline',
    outbox: {
      waiting: 12,
      held: 0,
      locked: 0,
      conflicts: [
        { ...conflict, decidedAt: new Date().toISOString(), message: 'Jo Staff rejected this claim at 14:02.' },
      ],
    },
    jobs: [
      {
        id: '0'.repeat(16),
        kind: 'export',
        name: 'listings of all states.csv',
        done: 40,
        total: 100,
        state: 'running',
        message: null,
      },
    ],
  });
  await look('away, with work waiting');
  await page.getByRole('button', { name: '1 decision needs attention' }).click();
  await look('a conflict');
  await page.getByRole('button', { name: 'Close' }).click();
  const newer = { version: '9.9.9', notes: 'Faster review.' };
  await tell({ newer: { ...newer, how: 'offered' } });
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  await look('an update can be had');
  await tell({ newer: { ...newer, how: 'ready' } });
  await expect(page.getByRole('button', { name: 'Restart and install' })).toBeVisible();
  await look('an update is ready');
  await page.getByRole('button', { name: 'Later' }).click();
  await tell({ signedIn: false, ended: true });
  await look('signed out by the server');
  await tell({ update: { needed: 'console', message: 'This console is older than the server.' } });
  await look('an update is needed');
});
