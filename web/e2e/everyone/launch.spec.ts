import { launchEnds } from '#shared/billing/launch.ts';
import { expect, open, test as base } from '../harness/fixtures.ts';
import { dialog, fillCard, plan } from '../harness/paying.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

const HOUR = 3_600_000;

/** A server whose clock is one hour before the end of the launch. */
const test = base.extend<object, { launchServer: TestServer }>({
  launchServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const NOW_OFFSET_MS = String(Date.parse(launchEnds) - HOUR - Date.now());
      const server = await startTestServer({ sampleData: false, env: { NOW_OFFSET_MS } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ launchServer }, use) => use(launchServer.url),
});

test('visitors get launch prices until the countdown ends', async ({ page, accessible }) => {
  test.setTimeout(180_000);
  // Lets an hour pass in this browser only.
  await page.addInitScript(() => {
    const real = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => real() + ahead;
    (globalThis as { pass?: (ms: number) => void }).pass = (ms) => void (ahead += ms);
  });
  await open(page, `/pricing`);
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

  // A visitor buys the plan at this price.
  await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
  const login = page.getByRole('dialog', { name: 'Sign up to subscribe' });
  await login.getByLabel('First name').fill('Lou');
  await login.getByLabel('Last name').fill('Early');
  await login.getByLabel('Email').fill('lou@example.com');
  await login.getByLabel('Password', { exact: true }).fill('a long enough passphrase');
  await login.getByRole('button', { name: /sign up|create/i }).click();
  await expect(dialog(page)).toContainText('$240 per year');
  await fillCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('$240 per year');

  // Other pages show the same price.
  const { token } = (await (
    await page.request.post(`/api/auth/signup`, {
      data: { email: 'may@example.com', password: 'a long enough passphrase', name: 'May' },
    })
  ).json()) as { token: string };
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await page.goto(`/add-listing`);
  await expect(page.getByRole('dialog', { name: 'Upgrade to Professional' })).toContainText('$24 per month');

  // An hour later the offer ends, even on an open page.
  await open(page, `/pricing`);
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await expect(plan(page, 'Professional')).toContainText('$240');
  await page.evaluate((ms) => (globalThis as { pass?: (ms: number) => void }).pass!(ms), HOUR);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(discount).toHaveCount(0);
  await expect(plan(page, 'Professional')).toContainText('$600');
  await expect(plan(page, 'Pro Max')).toContainText('$1,230');
});

test('after its end, nothing of the launch reaches the browser', async ({ browser }) => {
  const later = await startTestServer({ sampleData: false });
  const page = await browser.newPage({ baseURL: later.url });
  const texts: Promise<string>[] = [];
  page.on(
    'response',
    (response) => void (response.url().startsWith(later.url) && texts.push(response.text().catch(() => ''))),
  );
  await open(page, '/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.waitForLoadState('networkidle');
  const sent = (await Promise.all(texts)).join('\n');
  expect(sent).toContain('Plans for practices');
  for (const trace of [
    '60% off',
    '2025-06-30',
    '2025-07-01',
    'launch discount',
    'Launch discount',
    '2400',
    '24e3',
    '4900',
    '49200',
  ])
    expect([trace, sent.includes(trace)]).toEqual([trace, false]);
  await page.close();
  await later.stop();
});
