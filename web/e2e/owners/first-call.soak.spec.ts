import type { Locator } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, test } from '../harness/fixtures.ts';

const password = 'amber window kettle';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

test('a partner makes a first call with a new key, from the page of the API, in seven clicks and three texts', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn({ name: 'Pat Partner' });
  await db('users')
    .where({ id: userId })
    .update({ password: await hashPassword(password) });
  const counts = { clicks: 0, texts: 0 };
  const click = async (control: Locator) => {
    await control.click();
    counts.clicks++;
  };
  const type = async (control: Locator, text: string) => {
    await control.fill(text);
    counts.texts++;
  };
  const startedAt = Date.now();
  await page.goto('/api/docs');
  await click(page.getByRole('link', { name: 'your account page' }).last());
  await click(page.getByRole('button', { name: 'Create a key' }));
  await type(page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }), 'First call');
  await click(page.getByRole('checkbox').first());
  await type(page.getByLabel('Your password'), password);
  await click(page.getByRole('button', { name: 'Create the key' }));
  await click(page.getByRole('button', { name: 'Copy' }));
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await click(page.getByRole('button', { name: "I've saved it" }));
  await page.goto('/api/docs#try');
  await type(page.getByLabel('API key'), key);
  await click(page.getByRole('button', { name: 'Send' }));
  await expect(page.locator('#try-result strong')).toHaveText('200');
  await expect(page.locator('#try-result')).toContainText('"items"');
  const seconds = (Date.now() - startedAt) / 1_000;
  expect([counts, seconds < 60]).toEqual([{ clicks: 7, texts: 3 }, true]);
});
