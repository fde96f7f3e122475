import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ConsoleState, Job } from '../bridge/shapes.ts';
import { ConsoleApp } from './harness/console.ts';
import { expect, test } from './harness/fixtures.ts';
import { Gate } from './harness/gate.ts';

const smallest = { width: 900, height: 640 };
const boxOf = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).boundingBox())!;

test('in the smallest window the line at the foot stays one line, whatever is to be said in it; toasts stand above it', async ({
  page,
  consoleApp,
  begin,
}) => {
  await page.setViewportSize(smallest);
  await begin({ kept: true });
  const { value } = await consoleApp.invoke<{ value: ConsoleState }>('state', []);
  const job = (n: number, more: Partial<Job>): Job => ({
    id: `job ${n}`,
    kind: 'import',
    name: `practices of Massachusetts with a long name, ${n}.csv`,
    file: null,
    done: 30,
    total: 90,
    state: 'running',
    message: null,
    ...more,
  });
  const become = (more: Partial<ConsoleState>) =>
    page.evaluate((state) => window.__heard!('enamel:event', [{ kind: 'state', state }]), { ...value, ...more });
  const busy: Partial<ConsoleState> = {
    link: 'offline',
    outbox: {
      waiting: 12,
      held: 0,
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
  for (const size of [smallest, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    await become({ ...busy, jobs: [job(1, {})] });
    await expect(page.getByText('33%')).toBeVisible();
    const { x, width, height } = await bar();
    expect([x >= 0, x + width, height]).toEqual([true, size.width, 28]);
    // Nothing sticks out of it at either side.
    const inside = await page
      .getByRole('region', { name: 'This console', exact: true })
      .locator('> *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    for (const [left, right] of inside) expect(left! >= 0 && right! <= size.width).toBe(true);
  }
  // What the bar says is not said otherwise beside it.
  await expect(page.getByText('Connected', { exact: true })).toHaveCount(0);

  await become({ ...busy, jobs: [job(1, {}), job(2, { total: null, done: 0 })] });
  await page.getByRole('button', { name: '2 running' }).click();
  for (const n of [1, 2])
    await expect(
      page.getByRole('button', { name: `Cancel practices of Massachusetts with a long name, ${n}.csv` }),
    ).toBeVisible();
  await expect(page.getByText('0 kB')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.setViewportSize(smallest);
  await page.evaluate(() => window.__heard!('enamel:event', [{ kind: 'say', title: 'A word', message: 'About it.' }]));
  const toast = page.getByRole('listitem').filter({ hasText: 'A word' });
  await expect(toast).toBeVisible({ timeout: 15_000 });
  await expect
    .poll(async () => {
      const { y, height } = (await toast.boundingBox())!;
      return y + height <= (await bar()).y;
    })
    .toBe(true);
  // All of the rail, too.
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
});

test('in the smallest window the evidence stands beside the queue', async ({ page, begin, claims }) => {
  await claims(2);
  await page.setViewportSize(smallest);
  await begin();
  await page.getByRole('link', { name: 'Claim Requests' }).click();
  const queue = (await page.getByRole('list', { name: 'Claims' }).boundingBox())!;
  const evidence = (await page.getByRole('region', { name: /^Claim for/ }).boundingBox())!;
  expect(evidence.x).toBeGreaterThanOrEqual(queue.x + queue.width);
  expect(Math.abs(evidence.y - queue.y)).toBeLessThan(80);
});

test('a decision is in reach wherever the claim is scrolled to, and nothing stands over it or lies hidden behind it', async ({
  page,
  begin,
  claims,
  accessible,
}) => {
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

  // A reason that is missing is said in view; a long note grows the bar only so far. Neither moves the evidence.
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

  // What gets the focus is not behind the bar.
  const letter = evidence.getByRole('button', { name: 'Make a letter' });
  await letter.focus();
  const bar = page.locator('[data-decide]');
  const { y, height } = (await letter.boundingBox())!;
  expect(y + height).toBeLessThan((await bar.boundingBox())!.y);

  // Neither the way back nor a word that is said stands over the next decision.
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.__heard!('enamel:event', [{ kind: 'say', title: 'A word', message: 'About it.' }]));
  await expect(page.getByRole('listitem').filter({ hasText: 'A word' })).toBeVisible();
  await inReach();
  await page.getByRole('button', { name: /^Undo/ }).click();
});

test('the keyboard begins where there is something to type, and what failed before is not said any more afterwards', async ({
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
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByText('Login failed')).toHaveCount(0, { timeout: 2_000 });

  // The sheet over the work has only the password to ask, and no cross that does nothing.
  await db('authSessions').where({ userId: who.userId }).delete();
  await page.evaluate(() => fetch('/api/admin/claim-requests/counts'));
  const sheet = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(sheet.getByLabel('Email')).toHaveValue(who.email);
  await expect(sheet.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(sheet.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
});

test('another server that does not answer says so; the account page leads back, and is heard there', async ({
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
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Your name has been changed.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();

  await consoleApp.ask('click', { path: ['&File', 'Servers…'] });
  await page.getByRole('textbox', { name: 'Server' }).fill(other.url);
  await page.getByRole('button', { name: 'Add and change to it' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  gate.closed = true;
  const { host } = new URL(gate.url);
  await page.getByRole('button', { name: host }).click();
  await expect(page.getByText(`Not changed to ${host}`).first()).toBeVisible();
  await page.goto('about:blank');
  await other.stop();
});

test('a list that cannot be loaded says so and is tried again; an address of no screen leads back', async ({
  page,
  begin,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/500/);
  await begin();
  const broken = /\/api\/admin\/imports\b/;
  await page.route(broken, (route) => route.fulfill({ status: 500, json: { error: 'internal', message: 'No.' } }));
  await page.evaluate(() => (location.hash = '#/admin/imports'));
  await expect(page.getByText('The imports could not be loaded')).toBeVisible({ timeout: 30_000 });
  await accessible('imports that could not be loaded');
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The imports could not be loaded')).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/admin/nowhere'));
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such screen' })).toBeVisible();
  await accessible('no such screen');
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
});

test('a file that was written since, dropped again, is read again', async ({ page, consoleApp, begin }) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-again-'));
  const path = join(folder, 'again.csv');
  await writeFile(path, 'name,city\nAnn,Boston\n');
  await begin({ paths: { 'again.csv': path } });
  await consoleApp.drop(page, path);
  await expect(page.getByTestId('counts')).toHaveText('1 row, 1 good, 0 with problems');
  await writeFile(path, 'name,city\nAnn,Boston\nBen,Boston\n');
  await utimes(path, new Date(), new Date(Date.now() + 5_000));
  await consoleApp.drop(page, path);
  await expect(page.getByTestId('counts')).toHaveText('2 rows, 2 good, 0 with problems');
  await rm(folder, { recursive: true, force: true });
});

test('a file that starts the console is taken before there is a window; what is to be said while it is looked at is said in it', async ({
  page,
  staff,
  enter,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-opened-'));
  const path = join(folder, 'opened.csv');
  await writeFile(path, 'name,city\nAnn,Boston\n');
  const consoleApp = new ConsoleApp(join(folder, 'console'), { FAKE_OPENED: path, FAKE_FOCUS: 'yes' });
  await consoleApp.start();
  await expect.poll(async () => (await consoleApp.ask<{ recent: string[] }>('seen')).recent).toEqual([path]);
  await consoleApp.show(page);
  await enter(await staff());
  await consoleApp.ask('click', { path: ['help', 'Check for Updates…'] });
  await expect(page.getByText('This build has no place to look for updates.').first()).toBeVisible();
  expect((await consoleApp.ask<{ notes: object[] }>('seen')).notes).toEqual([]);
  await page.goto('about:blank');
  await consoleApp.kill();
  await rm(folder, { recursive: true, force: true });
});
