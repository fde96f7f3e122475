import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchEnds } from '#contract/plans.ts';
import { expect, open, test } from './fixtures.ts';
import { dialog, fillCard, plan } from './paying.ts';

const HOUR = 3_600_000;
let server: ChildProcess;
let folder: string;
let url = '';

/** A second server, whose clock says that the launch ends in an hour. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = await mkdtemp(join(tmpdir(), 'enamel-launch-'));
  const dataDir = join(folder, 'data');
  server = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('server.ts', import.meta.url))], {
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLE_DATA: '0',
      NOW_OFFSET_MS: String(Date.parse(launchEnds) - HOUR - Date.now()),
    },
  });
  await expect
    .poll(() => readFile(join(dataDir, 'e2e.json'), 'utf8').catch(() => ''), { timeout: 150_000 })
    .not.toBe('');
  url = (JSON.parse(await readFile(join(dataDir, 'e2e.json'), 'utf8')) as { url: string }).url;
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('while the launch lasts its prices can be had, and its countdown runs out', async ({ page, accessible }) => {
  test.setTimeout(180_000);
  // An hour can pass in this browser; the server's clock is its own.
  await page.addInitScript(() => {
    const real = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => real() + ahead;
    (globalThis as { pass?: (ms: number) => void }).pass = (ms) => void (ahead += ms);
  });
  await open(page, `${url}/pricing`);
  const discount = page.getByRole('switch', { name: 'Launch discount: 60% off' });
  await expect(discount).toBeChecked();
  await expect(plan(page, 'Professional')).toContainText('$24');
  await expect(plan(page, 'Pro Max')).toContainText('$49');
  await expect(page.getByRole('timer')).toContainText(/5\d/);
  await accessible('pricing at the launch');
  await discount.uncheck();
  await expect(plan(page, 'Professional')).toContainText('$60');
  await expect(plan(page, 'Pro Max')).toContainText('$123');
  await discount.check();
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await expect(plan(page, 'Professional')).toContainText('$240');
  await expect(plan(page, 'Pro Max')).toContainText('$492');

  // It can be had.
  await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
  const login = page.getByRole('dialog', { name: 'Log in to subscribe' });
  await login.getByLabel('First name').fill('Lou');
  await login.getByLabel('Last name').fill('Early');
  await login.getByLabel('Email').fill('lou@example.com');
  await login.getByLabel('Password', { exact: true }).fill('a long enough passphrase');
  await login.getByRole('button', { name: /sign up|create/i }).click();
  await expect(dialog(page)).toContainText('$240 per year');
  await fillCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('$240 per year');

  // It is the price wherever one is named.
  const { token } = (await (
    await page.request.post(`${url}/api/auth/signup`, {
      data: { email: 'may@example.com', password: 'a long enough passphrase', name: 'May' },
    })
  ).json()) as { token: string };
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await page.goto(`${url}/add-listing`);
  await expect(page.getByRole('dialog', { name: 'Upgrade to Professional' })).toContainText('$24 per month');

  // An hour later it is over, also on a page that was left open.
  await open(page, `${url}/pricing`);
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await expect(plan(page, 'Professional')).toContainText('$240');
  await page.evaluate((ms) => (globalThis as { pass?: (ms: number) => void }).pass!(ms), HOUR);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(discount).toHaveCount(0);
  await expect(plan(page, 'Professional')).toContainText('$600');
  await expect(plan(page, 'Pro Max')).toContainText('$1,230');
});
