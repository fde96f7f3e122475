import { Secret, TOTP } from 'otpauth';
import { expect, hydrated, open, test, type Page } from '../harness/fixtures.ts';

const password = 'amber window kettle';
const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;
const notice = (page: Page, title: string) =>
  page.getByRole('status').or(page.locator('[data-state="open"]')).filter({ hasText: title }).first();

async function login(page: Page, email: string, given = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
const menu = (page: Page, name: string) => page.getByRole('button', { name: `Account menu of ${name}` });

test(
  'a visitor signs up, returns to the previous page, logs out, and logs in again',
  { tag: '@path' },
  async ({ page, expectedErrors, accessible }) => {
    expectedErrors.push(/400/, /401/);
    const email = unique();
    await open(page, '/auth?next=/about');
    await accessible('/auth login');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await accessible('/auth sign up');

    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please enter your name.')).toBeVisible();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');

    await page.getByLabel('Full name').fill('Nora Example');
    await page.getByLabel('Email').fill(email);
    const secret = page.getByLabel('Password', { exact: true });
    await expect(secret).toHaveAttribute('autocomplete', 'new-password');
    await secret.fill('password123');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('too easy to guess').first()).toBeVisible();
    await secret.fill(password);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(secret).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Create account' }).click();

    await expect(page).toHaveURL('/about');
    await expect(notice(page, 'Account created successfully')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toMatch(/^[\w-]{43}$/);

    await menu(page, 'Nora Example').click();
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);

    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await login(page, email, 'not the password');
    await expect(page.locator('form').getByText('Invalid email or password.')).toBeVisible();
    await login(page, email);
    await expect(page).toHaveURL('/');
    await expect(menu(page, 'Nora Example')).toBeVisible();

    await open(page, '/auth?next=https://evil.example/');
    await expect(page).toHaveURL('/');
  },
);

test('logging out in one tab logs out the other', async ({ page, signIn }) => {
  await signIn({ name: 'Two Tabs' });
  await open(page, '/about');
  await expect(menu(page, 'Two Tabs')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/contact');
  await hydrated(second);
  await expect(menu(second, 'Two Tabs')).toBeVisible();
  await menu(second, 'Two Tabs').click();
  await second.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await second.close();
});

test('the page discards an expired token', async ({ page, signIn, db, expectedErrors }) => {
  expectedErrors.push(/401/);
  const { userId } = await signIn();
  await db('authSessions').where({ userId }).delete();
  await open(page, '/about');
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('only a 401 signs out; other failures offer a retry', async ({ page, signIn, expectedErrors, accessible }) => {
  expectedErrors.push(/500/);
  await signIn({ name: 'Still Here' });
  let isBroken = true;
  await page.route('**/api/auth/me', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.goto('/dashboard');
  const failure = page.getByRole('heading', { name: 'Failed to fetch user' });
  await expect(failure).toBeVisible();
  await expect(notice(page, 'Failed to fetch user')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeHidden();
  await accessible('/dashboard without a user');
  for (const path of ['/account', '/auth', '/add-listing', '/admin']) {
    await page.goto(path);
    await expect(failure).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
  }
  await page.goto('/about');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toMatch(/^[\w-]{43}$/);
  const retry = page.getByRole('button', { name: 'Failed to fetch user. Try again.' });
  await expect(retry).toBeVisible();
  isBroken = false;
  await retry.click();
  await expect(menu(page, 'Still Here')).toBeVisible();
});

test('errors without a sentence show the documented one', async ({ page, expectedErrors }) => {
  expectedErrors.push(/500/);
  await page.route(/\/api\/auth\/(login|signup|forgot-password)$/, (route) => route.fulfill({ status: 500, body: '' }));
  await open(page, '/auth');
  await login(page, 'nora@example.com');
  await expect(notice(page, 'Login failed')).toContainText('Invalid credentials');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Your Password' });
  await dialog.getByLabel('Email').fill('nora@example.com');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByText('Failed to send reset email')).toBeVisible();
  await open(page, '/auth?tab=signup');
  await page.getByLabel('Full name').fill('Nora');
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(notice(page, 'Registration failed')).toContainText('Failed to create account');
  await expect(page.getByText('Internal Server Error')).toHaveCount(0);
});

test('a user verifies the email address, asks for the link again, and changes the address', async ({
  page,
  expectedErrors,
  accessible,
  readEmail,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/400/);
  const email = unique();
  const linkIn = (mail: string) => new URL(/https?:\/\/\S+\/verify-email\?token=[\w-]+/.exec(mail)![0]);
  await page.request.post('/api/auth/signup', { data: { email, password, name: 'Vera' } });
  await page.context().clearCookies();
  await open(page, '/auth?next=/dashboard');
  await login(page, email);
  await expect(page.getByText('Verify your email address')).toBeVisible();
  await accessible('/dashboard before verification');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(notice(page, 'Email sent')).toBeVisible();

  const welcome = linkIn(await readEmail(email, 'Welcome to Enamel'));
  const again = linkIn(await readEmail(email, 'Verify your email address'));
  await open(page, again.pathname + again.search);
  await expect(page).toHaveURL('/verify-email');
  await accessible('/verify-email');
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Your email address is verified')).toBeVisible();
  await open(page, welcome.pathname + welcome.search);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'My Practice Dashboard' })).toBeVisible();
  await expect(page.getByText('Verify your email address')).toHaveCount(0);

  await open(page, '/account');
  await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
  await expect(page.getByLabel('New email')).toBeFocused();
  await page.getByLabel('New email').fill(`new-${email}`);
  await page.getByLabel('Your password').fill('wrong one');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText("That's not your password.")).toBeVisible();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`Until you open it, you log in with ${email}.`)).toBeVisible();
  await accessible('/account with a new address that waits');
  const confirm = linkIn(await readEmail(`new-${email}`, 'Confirm your new email address'));
  await open(page, confirm.pathname + confirm.search);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Your email address is verified')).toBeVisible();
  await readEmail(email, 'Your email address was changed');
  await open(page, welcome.pathname + welcome.search);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('This link is no longer valid')).toBeVisible();
});

test('a typo in a new address does not lock its owner out, and the old address can undo a change', async ({
  page,
  accessible,
  readEmail,
  expectedErrors,
}) => {
  test.setTimeout(90_000);
  // The undo ends this browser's session, too.
  expectedErrors.push(/401/);
  const email = unique();
  const [typo, right] = [`tpyo-${email}`, `right-${email}`];
  await page.request.post('/api/auth/signup', { data: { email, password, name: 'Tia' } });
  const linkIn = (mail: string) => /https?:\/\/\S+\?token=[\w-]+/.exec(mail)![0];
  await open(page, linkIn(await readEmail(email, 'Welcome to Enamel')));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Your email address is verified')).toBeVisible();

  const askFor = async (address: string) => {
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(address);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`We sent a link to ${address}.`, { exact: false }).first()).toBeVisible();
  };
  await page.context().clearCookies();
  await open(page, '/auth?next=/account');
  await login(page, email);
  await askFor(typo);
  // The old address still logs in, in another browser.
  const elsewhere = await fetch(new URL('/api/auth/login', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(elsewhere.status).toBe(200);
  await open(page, '/account');
  await expect(page.getByText(`Until you open it, you log in with ${email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('Confirm your new email address')).toHaveCount(0);
  await askFor(right);
  await open(page, linkIn(await readEmail(right, 'Confirm your new email address')));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText(right)).toBeVisible();

  await open(page, linkIn(await readEmail(email, 'Your email address was changed')));
  await expect(page).toHaveURL('/undo-email-change');
  await accessible('/undo-email-change');
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText(`Your email address is ${email} again`)).toBeVisible();
  await open(page, linkIn(await readEmail(email, 'Your email address is back')));
  await expect(page).toHaveURL('/reset-password');
});

test('a user resets a forgotten password through the link in the email', async ({
  page,
  expectedErrors,
  accessible,
  readEmail,
}) => {
  expectedErrors.push(/400/, /401/);
  const email = unique();
  await page.request.post('/api/auth/signup', { data: { email, password, name: 'Rae' } });
  await page.context().clearCookies();
  await open(page, '/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Your Password' });
  await dialog.getByLabel('Email').fill(email);
  await accessible('reset dialog');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(notice(page, 'Reset email sent')).toBeVisible();
  await expect(dialog).toBeHidden();

  const mail = await readEmail(email, 'Reset your password');
  const link = new URL(/https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(mail)![0]);
  await open(page, link.pathname + link.search);
  await expect(page).toHaveURL('/reset-password');
  await accessible('/reset-password');
  await page.getByLabel('New password').fill('a brand new sentence');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Password changed. Log in.')).toBeVisible();
  await login(page, email, 'a brand new sentence');
  await expect(menu(page, 'Rae')).toBeVisible();

  await open(page, link.pathname + link.search);
  await page.getByLabel('New password').fill('once more the same link');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('This link is no longer valid')).toBeVisible();
});

test('a user changes name and password, enables two-factor, ends sessions, and deletes the account', async ({
  page,
  browser,
  expectedErrors,
  accessible,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/400/, /401/);
  const email = unique();
  await page.request.post('/api/auth/signup', { data: { email, password, name: 'Before Name' } });
  await page.context().clearCookies();
  await open(page, '/account');
  await expect(page).toHaveURL('/auth?next=%2Faccount');
  await login(page, email);
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(pages.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
  await expect(pages.getByRole('link', { name: 'Billing' })).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  await accessible('/account');

  await page.getByLabel('Name', { exact: true }).fill('After Name');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(menu(page, 'After Name')).toBeVisible();

  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill('wrong one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("That's not your password.")).toBeVisible();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  await accessible('two-factor set-up');
  const key = (await page.locator('code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  await page.getByLabel('Code', { exact: true }).fill(totp.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.nth(0).innerText();
  await accessible('recovery codes');
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  await open(other, '/auth');
  await login(other, email);
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(other.getByLabel('Code')).toBeFocused();
  await other.getByLabel('Code').fill('000000');
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other.getByText("That code isn't right.").first()).toBeVisible();
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(recovery);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(menu(other, 'After Name')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: /^Sign out Chrom/ }).click();
  await expect(page.getByRole('button', { name: /^Sign out Chrom/ })).toHaveCount(0);
  await other.goto('/account');
  await expect(other).toHaveURL(/\/auth/);
  await elsewhere.close();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  const gone = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(gone.status()).toBe(401);
});
