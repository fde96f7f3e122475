import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ConsoleState, Job } from '../bridge/shapes.ts';
import { ConsoleApp } from './harness/console.ts';
import { expect, test } from './harness/fixtures.ts';
import { Gate } from './harness/gate.ts';
import { overrideState } from './harness/look.ts';

const smallest = { width: 900, height: 640 };
const boxOf = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).boundingBox())!;

test(
  'the status bar stays on one line in the smallest window, below the toasts',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin }) => {
    await page.setViewportSize(smallest);
    await begin({ synced: true });
    const { value } = await consoleApp.invoke<{ value: ConsoleState }>('state', []);
    const job = (n: number, more: Partial<Job>): Job => ({
      id: `job ${n}`,
      kind: 'check',
      name: `practices of Massachusetts with a long name, ${n}.csv`,
      file: null,
      done: 30,
      total: 90,
      state: 'running',
      message: null,
      ...more,
    });
    const busy: Partial<ConsoleState> = {
      link: 'offline',
      outbox: {
        waiting: 12,
        held: 0,
        locked: 0,
        conflicts: [
          {
            key: 'k',
            claimId: 1,
            practice: null,
            wanted: 'Approve claim 1',
            decidedAt: value.snapshot.asOf!,
            message: 'No.',
          },
        ],
      },
      snapshot: { ...value.snapshot, onDisk: false },
    };
    const bar = () => boxOf(page, 'This console');
    for (const [size, locked] of [
      [smallest, 0],
      [smallest, 3],
      [{ width: 1024, height: 700 }, 3],
      [{ width: 1280, height: 800 }, 0],
    ] as const) {
      await page.setViewportSize(size);
      await overrideState(page, { ...busy, outbox: { ...busy.outbox!, locked }, jobs: [job(1, {})] });
      await expect(page.getByText('33%')).toBeVisible();
      const { x, width, height } = await bar();
      expect([x >= 0, x + width, height]).toEqual([true, size.width, 28]);
      // Everything fits inside the bar.
      const inside = await page
        .getByRole('region', { name: 'This console', exact: true })
        .locator('> *')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
      for (const [left, right] of inside) expect(left! >= 0 && right! <= size.width).toBe(true);
    }
    // The status line does not contradict the bar.
    await expect(page.getByText('Connected', { exact: true })).toHaveCount(0);

    await overrideState(page, { ...busy, jobs: [job(1, {}), job(2, { total: null, done: 0 })] });
    await page.getByRole('button', { name: '2 running' }).click();
    for (const n of [1, 2])
      await expect(
        page.getByRole('button', { name: `Cancel practices of Massachusetts with a long name, ${n}.csv` }),
      ).toBeVisible();
    await expect(page.getByText('0 kB')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.setViewportSize(smallest);
    await page.evaluate(() =>
      window.__heard!('enamel:event', [{ kind: 'say', title: 'A word', message: 'About it.' }]),
    );
    const toast = page.getByRole('listitem').filter({ hasText: 'A word' });
    await expect(toast).toBeVisible({ timeout: 15_000 });
    await expect
      .poll(async () => {
        const { y, height } = (await toast.boundingBox())!;
        return y + height <= (await bar()).y;
      })
      .toBe(true);
    // The rail is fully visible too.
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  },
);

test('shows the evidence next to the queue in the smallest window', async ({ page, begin, claims }) => {
  await claims(2);
  await page.setViewportSize(smallest);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  const queue = (await page.getByRole('list', { name: 'Claims' }).boundingBox())!;
  const evidence = (await page.getByRole('region', { name: /^Claim for/ }).boundingBox())!;
  expect(evidence.x).toBeGreaterThanOrEqual(queue.x + queue.width);
  expect(Math.abs(evidence.y - queue.y)).toBeLessThan(80);
});

test(
  'keeps the decision controls visible and uncovered while the claim scrolls',
  { tag: '@chromium' },
  async ({ page, begin, claims, accessible }) => {
    await claims(3);
    await page.setViewportSize({ width: 1280, height: 800 });
    await begin();
    await page.getByRole('link', { name: 'Claim Requests' }).click();
    const evidence = page.getByRole('region', { name: /^Claim for/ });
    const decision = [
      evidence.getByLabel('Notes'),
      ...['Approve', 'Reject', 'Ask for more evidence', 'Templates'].map((name) =>
        evidence.getByRole('button', { name: new RegExp(`^${name}`) }),
      ),
    ];
    const inReach = async () => {
      for (const control of decision) {
        await expect(control).toBeInViewport({ ratio: 1 });
        const clear = () =>
          control.evaluate((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            const points = [left + 4, (left + right) / 2, right - 4].map((x) => [x, (top + bottom) / 2] as const);
            return points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
          });
        await expect.poll(clear).toBe(true);
      }
    };
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await inReach();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await accessible('a decision over its evidence');

    // A missing reason is shown in view, and a long note grows the bar to a limit. Neither scrolls the evidence.
    const scrolled = () => page.getByRole('main').evaluate((main) => main.scrollTop);
    for (const control of decision) await control.focus();
    expect(await scrolled()).toBe(0);
    await page.getByRole('main').focus();
    await page.keyboard.press('r');
    await expect(page.getByText('Please give a reason for rejecting this claim.')).toBeInViewport({ ratio: 1 });
    await page.keyboard.type('A line of a long note.\n'.repeat(40));
    await inReach();
    expect(await scrolled()).toBe(0);
    await page.keyboard.press('Escape');

    // Focused elements are not hidden behind the bar.
    const letter = evidence.getByRole('button', { name: 'Create a letter' });
    await letter.focus();
    const bar = page.locator('[data-decide]');
    const { y, height } = (await letter.boundingBox())!;
    expect(y + height).toBeLessThan((await bar.boundingBox())!.y);

    // Undo and toasts don’t cover the next decision.
    await page.keyboard.press('r');
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeInViewport({ ratio: 1 });
    await page.evaluate(() =>
      window.__heard!('enamel:event', [{ kind: 'say', title: 'A word', message: 'About it.' }]),
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'A word' })).toBeVisible();
    await inReach();
    await page.getByRole('button', { name: /^Undo/ }).click();
  },
);

test('focuses the first field of each screen, and clears errors after a success', async ({
  page,
  consoleApp,
  gate,
  staff,
  db,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const who = await staff();
  await consoleApp.show(page);
  await page.getByLabel('Server').fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/There is no answer/)).toBeVisible();
  await expect(page.getByLabel('Server')).toBeFocused();
  await page.getByLabel('Server').fill(gate.url);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(who.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  await expect(page.getByText('Login failed')).toHaveCount(0, { timeout: 2_000 });

  // The login dialog already has the email and can't be closed.
  await db('authSessions').where({ userId: who.userId }).delete();
  await page.evaluate(() => fetch('/api/admin/claim-requests/counts'));
  const sheet = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(sheet.getByLabel('Email')).toHaveValue(who.email);
  await expect(sheet.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(sheet.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
});

test('reports a server that does not answer, and links back from the account page', async ({
  page,
  consoleApp,
  gate,
  begin,
  baseURL,
}) => {
  const other = new Gate(baseURL!);
  await other.open();
  await begin();
  await page.evaluate(() => (location.hash = '#/account'));
  await page.getByLabel('Name', { exact: true }).fill('Kim Staff');
  // The website's pages of owners and patients aren't part of the console.
  await expect(page.getByRole('link', { name: 'Appointments' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Your name has been changed.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();

  await consoleApp.ask('click', { path: ['&File', 'Servers…'] });
  await page.getByRole('textbox', { name: 'Server' }).fill(other.url);
  await page.getByRole('button', { name: 'Add and switch' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  gate.closed = true;
  const { host } = new URL(gate.url);
  await page.getByRole('button', { name: host }).click();
  await expect(page.getByText(`Could not switch to ${host}`).first()).toBeVisible();
  await page.goto('about:blank');
  await other.stop();
});

test(
  'offers a retry for a list that fails to load, and a way back from a missing page',
  { tag: '@chromium' },
  async ({ page, begin, accessible, expectedErrors }) => {
    expectedErrors.push(/500/);
    await begin();
    const broken = /\/api\/admin\/tables\/imports\b/;
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { error: 'internal', message: 'No.' } }));
    await page.evaluate(() => (location.hash = '#/admin/imports'));
    await expect(page.getByText("We couldn't load the imports")).toBeVisible({ timeout: 30_000 });
    await accessible('imports that could not be loaded');
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText("We couldn't load the imports")).toHaveCount(0);
    await page.evaluate(() => (location.hash = '#/admin/nowhere'));
    await expect(page.getByRole('heading', { level: 1, name: 'That page doesn’t exist' })).toBeVisible();
    await accessible('no such screen');
    await page.getByRole('link', { name: 'Back to the console' }).click();
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  },
);

test(
  'stays signed in and offers a retry when the user fails to load',
  { tag: '@chromium' },
  async ({ page, begin, accessible, expectedErrors }) => {
    expectedErrors.push(/500/);
    await begin();
    const broken = /\/api\/auth\/me\b/;
    await page.route(broken, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to fetch user' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await accessible('a user that could not be loaded');
    await page.unroute(broken);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
  },
);

test(
  'opens the file that started the console, and shows toasts while the window is focused',
  { tag: '@chromium' },
  async ({ page, staff, enter }) => {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-opened-'));
    const path = join(folder, 'opened.csv');
    await writeFile(path, 'name,city\nAnn,Boston\n');
    const consoleApp = new ConsoleApp(join(folder, 'console'), { FAKE_OPENED: path, FAKE_FOCUS: 'yes' });
    await consoleApp.start();
    await expect.poll(async () => (await consoleApp.ask<{ recent: string[] }>('seen')).recent).toEqual([path]);
    await consoleApp.show(page);
    await enter(await staff());
    await consoleApp.ask('click', { path: ['help', 'Check for Updates…'] });
    await expect(page.getByText('This build has no update server.').first()).toBeVisible();
    expect((await consoleApp.ask<{ notes: object[] }>('seen')).notes).toEqual([]);
    await page.goto('about:blank');
    await consoleApp.kill();
    await rm(folder, { recursive: true, force: true });
  },
);
