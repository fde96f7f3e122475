import { readdir } from 'node:fs/promises';
import type { ConsoleState } from '../bridge/shapes.ts';
import { ConsoleApp } from './harness/console.ts';
import { askForLicense } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test(
  'without secure key storage, keeps everything in memory and asks before losing a decision',
  { tag: '@chromium' },
  async ({ page, folder, gate, staff, enter, claims, expectedErrors, accessible }) => {
    test.setTimeout(90_000);
    expectedErrors.push(/503|502/);
    const consoleApp = new ConsoleApp(folder, { FAKE_KEYCHAIN: 'fallback' });
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
  },
);

test(
  'a decision survives a start without its keychain',
  { tag: ['@chromium', '@path'] },
  async ({ page, gate, begin, claims, consoleApp, expectedErrors, accessible }) => {
    expectedErrors.push(/503|502|ERR_/);
    const [id] = (await claims(1, 'last')) as [number];
    const { email } = await begin({ synced: true });
    gate.closed = true;
    await askForLicense(page, id);
    await expect(page.getByText('1 decision waiting to send')).toBeVisible();
    await page.goto('about:blank');
    await consoleApp.kill();
    const state = async () => (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value;
    consoleApp.setEnv({ FAKE_KEYCHAIN: 'fallback' });
    await consoleApp.start();
    expect((await state()).outbox).toMatchObject({ waiting: 0, locked: 1 });
    await consoleApp.show(page);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: /^1 decision is locked/ }).click();
    await expect(page.getByText(/Nothing is lost\. Unlock your keychain, then restart Enamel/)).toBeVisible();
    await accessible('locked decisions');
    // Electron keeps the encryptor of its start, so a keychain that is unlocked now changes nothing.
    await consoleApp.ask('system', { value: { keychain: 'keyring' } });
    await consoleApp.ask('power', { event: 'unlock-screen' });
    expect((await state()).outbox).toMatchObject({ waiting: 0, locked: 1 });
    await page
      .getByRole('dialog', { name: 'Locked decisions' })
      .getByRole('button', { name: 'Restart Enamel' })
      .click();
    await expect.poll(() => (consoleApp as ConsoleApp).isRunning).toBe(false);
    expect((consoleApp as ConsoleApp).willRelaunch).toBe(true);
    await page.goto('about:blank');
    consoleApp.setEnv({});
    await consoleApp.start();
    await consoleApp.show(page);
    await expect(page.getByText('1 decision waiting to send')).toBeVisible();
    expect((await state()).outbox).toMatchObject({ waiting: 1, locked: 0 });
  },
);
