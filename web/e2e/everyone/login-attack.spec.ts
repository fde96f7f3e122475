import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { guessPasswords } from '../harness/guess-passwords.ts';
import { openAtOnce, unique } from '../harness/plain-forms.ts';

test.use({ guessesPasswords: true });

const password = 'amber window kettle';

test('while many networks guess passwords, the browser proves some work and logs in', async ({
  page,
  db,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/429/);
  const email = unique();
  await db('users').insert({ email, name: 'Nora Quick', password: await hashPassword(password) });
  const logins: [status: number, hasProof: boolean][] = [];
  page.on('response', (reply) => {
    if (!reply.url().endsWith('/api/auth/login')) return;
    logins.push([reply.status(), reply.request().postData()!.includes('"proof"')]);
  });
  await open(page, '/auth?next=/about');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await guessPasswords(baseURL!);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('button', { name: 'Account menu of Nora Quick' })).toBeVisible();
  expect(logins).toEqual([
    [429, false],
    [200, true],
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('while many networks guess passwords, the page says so, and the link in an email lets the person in', async ({
    page,
    db,
    baseURL,
    readEmail,
    expectedErrors,
  }) => {
    expectedErrors.push(/429/);
    const email = unique();
    await db('users').insert({ email, name: 'Nora Plain', password: await hashPassword(password) });
    await openAtOnce(page, '/auth?next=/about');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await guessPasswords(baseURL!);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Many wrong passwords are being tried on this site right now.')).toBeVisible();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Reset email sent')).toBeVisible();
    const mail = await readEmail(email, 'Reset your password');
    const link = new URL(/https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(mail)![0]);
    await page.goto(link.pathname + link.search);
    await page.getByLabel('New password').fill('another quiet river');
    await page.getByRole('button', { name: 'Save password' }).click();
    await guessPasswords(baseURL!);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('another quiet river');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/api/auth/me')).status()).toBe(200);
  });
});
