import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleApp } from './harness/console.ts';
import { expect, test } from './harness/fixtures.ts';

test('ends a request on the way to the server when the page gives it up', async ({ page, gate, begin }) => {
  await begin({ synced: true });
  gate.holds = /given-up/;
  await page.evaluate(() => {
    const controller = new AbortController();
    Object.assign(window, { giveUp: () => controller.abort() });
    void fetch('/api/dentists?search=given-up', { signal: controller.signal }).catch(() => {});
  });
  await expect.poll(() => gate.held).toBe(1);
  expect(gate.abandoned).toBe(0);
  await page.evaluate(() => (window as unknown as { giveUp(): void }).giveUp());
  await expect.poll(() => gate.abandoned).toBe(1);
});

test('asks before it reloads a page that hangs', { tag: '@chromium' }, async ({ page, consoleApp, begin }) => {
  await begin();
  const asked = async () =>
    (await consoleApp.ask<{ asked: { message: string }[] }>('seen')).asked.map(({ message }) => message);
  const back = page.getByText('The page had crashed. A report was saved on this computer.').first();
  await consoleApp.ask('dialogs', { value: { message: 1 } });
  await consoleApp.ask('window', { event: 'unresponsive' });
  await expect.poll(asked).toEqual(['The console isn’t responding']);
  await consoleApp.ask('window', { event: 'responsive' });
  await expect(back).toHaveCount(0);
  await consoleApp.ask('dialogs', { value: { message: 0 } });
  await consoleApp.ask('window', { event: 'unresponsive' });
  await expect(back).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  const crashes = await readFile(join(consoleApp.folder, 'logs', 'crashes.log'), 'utf8');
  expect(crashes.match(/The page stopped responding/g)).toHaveLength(2);
});

test(
  'reports a fault of the main process, and keeps working if the person wants to',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin }) => {
    await begin();
    await consoleApp.ask('dialogs', { value: { message: 1, save: join(consoleApp.folder, '{name}') } });
    await consoleApp.ask('fault');
    await expect
      .poll(async () => (await consoleApp.ask<{ asked: { message: string }[] }>('seen')).asked)
      .toMatchObject([{ message: 'The console ran into a problem' }]);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
    await consoleApp.ask('click', { path: ['help', 'Save Crash Report…'] });
    const report = () => readFile(join(consoleApp.folder, 'crash-report.txt'), 'utf8').catch(() => '');
    await expect.poll(report).toContain('The main process had a fault Error: A fault of the test');
  },
);

test(
  'quits when Windows ends the session, although it would stay in the tray',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, expectedErrors }) => {
    expectedErrors.push(/503|ERR_/);
    await begin();
    await consoleApp.invoke('settings', [{ staysInTray: true }]);
    await page.goto('about:blank');
    await consoleApp.ask('window', { event: 'close' });
    expect((consoleApp as ConsoleApp).isRunning).toBe(true);
    await consoleApp.ask('window', { event: 'query-session-end' });
    await expect.poll(() => (consoleApp as ConsoleApp).isRunning).toBe(false);
  },
);
