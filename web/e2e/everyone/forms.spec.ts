import { expect, test, type Page } from '../harness/fixtures.ts';
import {
  expectNoTraces,
  isHydrated,
  openAtOnce,
  takingRequests,
  throttle,
  unique,
  watchUrls,
} from '../harness/plain-forms.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

test.use({ logLevel: 'debug' });
const password = 'amber window kettle';

test(
  'on a slow connection, a login sent before hydration works and signs the page in',
  { tag: '@path' },
  async ({ page, server }) => {
    const email = unique();
    await page.request.post('/api/auth/signup', { data: { email, password, name: 'Nora Quick' } });
    await page.context().clearCookies();
    const urls = await watchUrls(page, server);
    await throttle(page);
    await openAtOnce(page, '/auth?next=/about');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    expect(await isHydrated(page)).toBe(0);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('button', { name: 'Account menu of Nora Quick' })).toBeVisible({ timeout: 30_000 });
    await expectNoTraces(urls, [email, password]);
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
  const { id } = await takingRequests(db);
  await throttle(page);
  await openAtOnce(page, '/contact');
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Category').selectOption('billing');
  await page.getByRole('textbox', { name: 'Message' }).fill('Two\nlines');
  expect(await isHydrated(page)).toBe(0);
  await page.locator('html[data-ready]').waitFor({ timeout: 60_000 });
  await page.getByLabel('Subject').fill('Hi');
  await expect(page.locator('[data-later]')).toHaveCount(0, { timeout: 60_000 });
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
  await page.locator('html[data-ready]').waitFor({ timeout: 60_000 });
  await page.getByLabel('Phone').fill('512');
  await expect(page.locator('[data-later]')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByLabel('Your name')).toHaveValue('Pia');
  await expect(page.getByLabel('Monday morning')).toBeChecked();
  await expect(page.getByLabel('Friday evening')).toBeChecked();
  await expect(page.getByLabel('Monday evening')).not.toBeChecked();
  await expect(page.getByLabel("Yes, I'm a returning patient")).toBeChecked();
});

/** Screenshots of a phone and a desktop. */
async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shot(page, `forms-${name}-${width}`);
  }
}

test('pages that answer a plain form are accessible', async ({ page, browser, baseURL, db, accessible }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const plain = await context.newPage();
  const listing = await unclaimed(db);
  const email = unique();
  const send = async (path: string, fields: Record<string, string>, button: string) => {
    await plain.goto(path);
    if (path === '/privacy') await plain.getByText('Send a privacy request').click();
    for (const [label, text] of Object.entries(fields))
      await plain.getByLabel(label, { exact: true }).fill(text, { timeout: 15_000 });
    await plain.getByRole('button', { name: button, exact: true }).click();
  };
  const check = async (path: string, fields: Record<string, string>, button: string, error: string | RegExp) => {
    const answered = plain.waitForResponse((response) => response.request().method() === 'POST');
    await send(path, fields, button);
    // The checks need timers, which don't run without scripts. So another page shows the same markup and styles.
    const markup = showWithoutScripts(await (await answered).text());
    await page.route(plain.url(), (route) => route.fulfill({ contentType: 'text/html', body: markup }), { times: 1 });
    await page.goto(plain.url());
    await expect(page.getByText(error).first()).toBeVisible();
    await accessible(`${path}, answered`);
    await shots(page, `answered-${path.replace(/\W+\d*/g, '-')}`);
  };
  await check('/auth', { Email: email, Password: 'a wrong one' }, 'Login', 'Invalid email or password.');
  await check(
    '/auth?tab=signup',
    { Email: 'nora', Password: 'short-1' },
    'Create account',
    'Please use at least 8 characters.',
  );
  await check(
    `/reset-password?token=${'x'.repeat(24)}`,
    { 'New password': 'short-1' },
    'Save password',
    'Please use at least 8 characters.',
  );
  await check('/contact', { Name: 'Nora', Email: 'nora' }, 'Send Message', 'Please enter a valid email address.');
  await check('/privacy', { Email: email }, 'Send request', 'Please enter your name.');
  await check(
    `/report-problem/${listing.id}`,
    { 'What should it say?': 'Else' },
    'Send report',
    'Please choose what is wrong.',
  );
  const { id } = await takingRequests(db);
  await check(
    `/request-appointment/${id}`,
    { 'Your name': 'Nora' },
    'Send request',
    'Please choose at least one time.',
  );
  await send('/auth?tab=signup', { 'Full name': 'Nora Plain', Email: email, Password: password }, 'Create account');
  await expect(plain).toHaveURL('/');
  await db('users')
    .where({ email })
    .update({ ...paid, emailVerifiedAt: new Date() });
  await check(`/claim/${listing.id}`, { Phone: '555' }, 'Send claim request', 'Valid phone number is required');
  await context.close();
});

/** The markup of a page as a browser without scripts shows it, for one with scripts. */
const showWithoutScripts = (markup: string): string =>
  markup
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/<\/?noscript>/g, '')
    .replaceAll(/\(scripting:\s*none\)/g, ' all');

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a visitor signs up, resets the password, and logs in',
    { tag: '@path' },
    async ({ page, server, readEmail, expectedErrors }) => {
      expectedErrors.push(/400/);
      const urls = await watchUrls(page, server);
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
      await expectNoTraces(urls, [email, password, 'short-1', 'another quiet river', 'Nora']);
    },
  );

  test('a visitor writes to support, reports a problem, and requests an appointment', async ({
    page,
    server,
    db,
    expectedErrors,
  }) => {
    expectedErrors.push(/40[04]/);
    const { id } = await takingRequests(db);
    const urls = await watchUrls(page, server);
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Nora Plain');
    await page.getByLabel('Email').fill('plain@example.com');
    await page.getByLabel('Subject').fill('Hello');
    await page.getByRole('textbox', { name: 'Message' }).fill('A letter');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Your message was sent.')).toBeVisible();

    await page.goto(`/profile/${id}`);
    await page.getByRole('link', { name: 'Report incorrect information' }).click();
    await page.getByLabel("What's incorrect?").selectOption({ index: 1 });
    await page.getByLabel('What should it say?').fill('Something else');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Report sent')).toBeVisible();

    await page.goto(`/request-appointment/${id}`);
    await page.getByLabel('Your name').fill('Nora Plain');
    await page.getByLabel('Phone').fill('(512) 555-0111');
    await page.getByLabel('Monday morning').check();
    await page.getByLabel("No, I'm a new patient").check();
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
    await expectNoTraces(urls, ['Nora', 'plain@example.com', '555-0111', 'Something']);
  });
});
