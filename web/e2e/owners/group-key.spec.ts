import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { shot } from '../harness/practices.ts';

const password = 'amber window kettle';

test.use({ viewport: { width: 1440, height: 900 } });

test('an owner creates a key of their group, and the history of a location names the key for what it changed', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  const owner = await signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active', name: 'Olive Owner' });
  await db('users')
    .where({ id: owner.userId })
    .update({ password: await hashPassword(password) });
  const [location] = (await db('dentists')
    .insert({ name: 'Bright Smiles Austin', city: 'Austin', state: 'TX', userId: owner.userId })
    .returning('id')) as [{ id: number }];
  const [group] = (await db('groups')
    .insert({
      ownerId: owner.userId,
      name: 'Bright Smiles',
      slug: `bright-smiles-${location.id}`,
      createdAt: new Date(),
    })
    .returning('id')) as [{ id: number }];
  await db('groupLocations').insert({ dentistId: location.id, groupId: group.id });

  await open(page, '/account#api-keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Front desk');
  // The scopes say whose listings they mean.
  await expect(dialog.getByRole('checkbox', { name: /Change your listings/ })).toBeVisible();
  await dialog.getByLabel('Belongs to').selectOption({ label: 'Bright Smiles' });
  await dialog.getByRole('checkbox', { name: /Change the locations/ }).check();
  await accessible('new key of a group');
  await shot(page, 'group-key-dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).innerText();
  await page.getByRole('button', { name: "I've saved it" }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Front desk' });
  await expect(row).toContainText('Change the locations');
  await expect(row).toContainText('Belongs to Bright Smiles · Created by Olive Owner');
  await shot(page, 'group-key');

  const changed = await page.request.put(`/api/user/dentists/${location.id}`, {
    headers: { authorization: `Bearer ${key}` },
    data: { bio: 'Open on Saturdays.' },
  });
  expect(changed.status()).toBe(200);
  await open(page, `/dashboard/listings/${location.id}/history`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Open on Saturdays.' })).toContainText(
    'API key “Front desk” of Bright Smiles',
  );
  await accessible('history with a key');
  await shot(page, 'group-key-history');
});
