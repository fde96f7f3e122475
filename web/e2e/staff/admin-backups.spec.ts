import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test } from '../harness/fixtures.ts';

/** A busy machine restores the hundred thousand rows of the sample in this time. */
const RESTORE = { timeout: 90_000 };
const PASSWORD = 'a long password of an admin';

test('admin creates a backup, tests it, and compares a restored copy with the live data', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(300_000);
  expectedErrors.push(/400/);
  const { userId } = await signIn({ role: 'admin', name: 'Maria Lopez' });
  await db('users')
    .where({ id: userId })
    .update({ password: await hashPassword(PASSWORD) });
  await open(page, '/admin/backups');
  await expect(page.getByText('No backups yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create Manual Backup' }).click();
  const backups = page.getByRole('region', { name: 'Backups' });
  const row = backups.getByRole('row', { name: /Maria Lopez/ });
  await expect(row.getByText('OK', { exact: true })).toBeVisible(RESTORE);
  await row.getByRole('button', { name: /^Test the backup of/ }).click();
  await expect(row.getByText('Passed')).toBeVisible(RESTORE);
  await expect(page.getByText(/^The backup can be restored: [\d,]+ rows in \d+ tables/)).toBeVisible();

  await db('articles').whereIn('id', db('articles').min('id')).delete();
  await row.getByRole('button', { name: /^Restore a copy/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a copy of this backup?' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Restore a copy' }).click();
  await expect(dialog.getByText("That's not your password.")).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Restore a copy' }).click();
  await expect(dialog).toHaveCount(0);
  const copy = page.getByRole('region', { name: 'Comparison with the live tables' });
  const articles = copy.getByRole('row', { name: /^Articles/ });
  await expect(articles.getByRole('cell').nth(3)).toHaveText('1', RESTORE);
  await expect(page.getByText(/Live data wasn't changed/)).toBeVisible();
  await expect(row.getByRole('button', { name: /^Restore a copy/ })).toBeDisabled();
  await accessible('backups with a restored copy');

  await page.getByRole('button', { name: 'Discard the copy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the copy' }).click();
  await expect(copy).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Restored copy.*Discarded/ })).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
});
