import type { Knex } from 'knex';
import { expect, test, type Page } from '../harness/fixtures.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

const password = 'amber window kettle';
const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;

/** A slow phone connection. */
async function throttle(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  // Scripts in the cache would hydrate the next page before anything is typed.
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Collects the URL of each navigation, and each entry of the history. */
function watchUrls(page: Page): () => Promise<string[]> {
  const urls: string[] = [];
  page.on('request', (request) => void urls.push(request.url()));
  return async () => [...urls, page.url()];
}
/** Opens a page and returns as soon as its markup is there, before its scripts. */
const openAtOnce = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });
const isHydrated = (page: Page) => page.locator('html[data-ready]').count();

const noSecrets = async (urls: () => Promise<string[]>, ...secrets: string[]) => {
  for (const secret of secrets)
    expect((await urls()).filter((url) => url.includes(secret) || url.includes(encodeURIComponent(secret)))).toEqual(
      [],
    );
};

test(
  'on a slow connection, a login sent before hydration works and signs the page in',
  { tag: '@path' },
  async ({ page }) => {
    const email = unique();
    await page.request.post('/api/auth/signup', { data: { email, password, name: 'Nora Quick' } });
    await page.context().clearCookies();
    const urls = watchUrls(page);
    await throttle(page);
    await openAtOnce(page, '/auth?next=/about');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    expect(await isHydrated(page)).toBe(0);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('button', { name: 'Account menu of Nora Quick' })).toBeVisible({ timeout: 30_000 });
    await noSecrets(urls, email, password);
    // The page has no token, and logs out with the cookie.
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await page.getByRole('button', { name: 'Account menu of Nora Quick' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401);
  },
);

test('what is typed before hydration stays', { tag: '@path' }, async ({ page }) => {
  await throttle(page);
  await openAtOnce(page, '/auth?tab=signup');
  await page.getByLabel('Full name').fill('Nora Quick');
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  expect(await isHydrated(page)).toBe(0);
  await page.locator('html[data-ready]').waitFor({ timeout: 60_000 });
  // A later render shows what the form holds.
  await page.getByLabel('Password', { exact: true }).press('End');
  await page.keyboard.type('!');
  await expect(page.getByLabel('Full name')).toHaveValue('Nora Quick');
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(`${password}!`);
});

test('texts, menus, check boxes, and radio buttons stay on the forms that hydrate late', async ({ page, db }) => {
  const id = await takingRequests(db);
  await throttle(page);
  await openAtOnce(page, '/contact');
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Category').selectOption('billing');
  await page.getByRole('textbox', { name: 'Message' }).fill('Two\nlines');
  expect(await isHydrated(page)).toBe(0);
  await expect(page.locator('[data-later]')).toHaveCount(0, { timeout: 60_000 });
  await page.getByLabel('Subject').fill('Hi');
  await expect(page.getByLabel('Name')).toHaveValue('Nora');
  await expect(page.getByLabel('Category')).toHaveValue('billing');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Two\nlines');
  await expect(page.getByText('9 of 5000 characters')).toBeVisible();

  await openAtOnce(page, `/request-appointment/${id}`);
  await page.getByLabel('Your name').fill('Pia');
  await page.getByLabel('Monday morning').check();
  await page.getByLabel('Friday evening').check();
  await page.getByLabel("Yes, I'm a returning patient").check();
  expect(await isHydrated(page)).toBe(0);
  await expect(page.locator('[data-later]')).toHaveCount(0, { timeout: 60_000 });
  await page.getByLabel('Phone').fill('512');
  await expect(page.getByLabel('Your name')).toHaveValue('Pia');
  await expect(page.getByLabel('Monday morning')).toBeChecked();
  await expect(page.getByLabel('Friday evening')).toBeChecked();
  await expect(page.getByLabel('Monday evening')).not.toBeChecked();
  await expect(page.getByLabel("Yes, I'm a returning patient")).toBeChecked();
});

/** A listing that takes requests. */
async function takingRequests(db: Knex): Promise<number> {
  const { id } = await unclaimed(db);
  const owner = { email: unique(), name: 'Owner', role: 'user', emailVerifiedAt: new Date(), ...paid };
  const [{ id: userId }] = (await db('users').insert(owner).returning('id')) as [{ id: number }];
  await db('dentists').where({ id }).update({ userId });
  await db('appointmentSettings').insert({ dentistId: id, ownerId: userId, isOn: true, updatedAt: new Date() });
  return id;
}

/** Screenshots of a phone and a desktop. */
async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shot(page, `forms-${name}-${width}`);
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a visitor signs up, resets the password, and logs in',
    { tag: '@path' },
    async ({ page, readEmail, expectedErrors }) => {
      expectedErrors.push(/400/);
      const urls = watchUrls(page);
      const email = unique();
      await page.goto('/auth');
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await page.getByLabel('Full name').fill('Nora Plain');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('short-1');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Please use at least 8 characters.')).toBeVisible();
      await shots(page, 'sign-up-errors');
      await expect(page.getByLabel('Full name')).toHaveValue('Nora Plain');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL('/');
      expect(((await (await page.request.get('/api/auth/me')).json()) as { email: string }).email).toBe(email);

      await page.context().clearCookies();
      await page.goto('/auth?next=/about');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByText('Reset email sent')).toBeVisible();
      const mail = await readEmail(email, 'Reset your password');
      const link = new URL(/https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(mail)![0]);
      await page.goto(link.pathname + link.search);
      await page.getByLabel('New password').fill('another quiet river');
      await page.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByText('Password changed. Log in.')).toBeVisible();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('another quiet river');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).toHaveURL('/');
      await noSecrets(urls, email, password, 'short-1', 'another quiet river', 'Nora');
    },
  );

  test('a visitor writes to support, reports a problem, and requests an appointment', async ({
    page,
    db,
    expectedErrors,
  }) => {
    expectedErrors.push(/40[04]/);
    const id = await takingRequests(db);
    const urls = watchUrls(page);
    const answer = async () => {
      const question = await page.getByText(/What is \d+ \+ \d+\?/).innerText();
      const [a, b] = question.match(/\d+/g)!.map(Number);
      await page.getByLabel(/What is/).fill(String(a! + b!));
    };
    await page.goto('/contact');
    await expect(page.getByText('Loading a quick math question')).toBeHidden();
    await page.getByLabel('Name').fill('Nora Plain');
    await page.getByLabel('Email').fill('plain@example.com');
    await page.getByLabel('Subject').fill('Hello');
    await page.getByRole('textbox', { name: 'Message' }).fill('A letter');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await shots(page, 'contact-asked');
    await answer();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Your message was sent.')).toBeVisible();

    await page.goto(`/profile/${id}`);
    await page.getByRole('link', { name: 'Report incorrect information' }).click();
    await page.getByLabel("What's incorrect?").selectOption({ index: 1 });
    await page.getByLabel('What should it say?').fill('Something else');
    await page.getByRole('button', { name: 'Send report' }).click();
    await shots(page, 'report-asked');
    await answer();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Report sent')).toBeVisible();

    await page.goto(`/request-appointment/${id}`);
    await page.getByLabel('Your name').fill('Nora Plain');
    await page.getByLabel('Phone').fill('(512) 555-0111');
    await page.getByLabel('Monday morning').check();
    await page.getByLabel("No, I'm a new patient").check();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByLabel('Monday morning')).toBeChecked();
    await shots(page, 'request-asked');
    await answer();
    await page.getByRole('button', { name: 'Send request' }).click();
    const link = page.getByRole('link', { name: /my-appointment#/ });
    const own = await link.innerText();
    await shots(page, 'request-sent');
    await page.goto('/my-appointment');
    await shots(page, 'my-appointment-paste');
    await page.getByLabel('The link from our email').fill(own);
    await page.getByRole('button', { name: 'Show my request' }).click();
    await shots(page, 'my-appointment');
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await expect(page.getByText('You canceled this request.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await expect(page.getByText('Your data has been deleted')).toBeVisible();
    for (const path of [
      '/privacy',
      '/dashboard?invitation=abc',
      '/account',
      '/auth?reset=1',
      `/claim/${(await unclaimed(db)).id}`,
    ]) {
      await page.goto(path);
      await shots(page, path.replace(/\W+\d*/g, '-'));
    }
    await noSecrets(urls, 'Nora', 'plain@example.com', '555-0111', 'Something');
  });
});
