import { guessPasswords } from '../../web/e2e/harness/guess-passwords.ts';
import { expect, test } from './harness/fixtures.ts';

test.use({ guessesPasswords: true });

test('proves some work and logs in while many networks guess passwords', async ({
  page,
  consoleApp,
  staff,
  gate,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/429/);
  const who = await staff();
  await consoleApp.show(page);
  await page.getByLabel('Server').fill(gate.url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await guessPasswords(baseURL!);
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/login') && reply.status() === 429);
  await page.getByRole('button', { name: 'Login' }).click();
  expect(((await (await asked).json()) as { error: string }).error).toBe('proof_required');
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
});
