import { createHash } from 'node:crypto';
import { expect, hydrated, test } from '../harness/fixtures.ts';
import { open, paid, shot, unclaimed } from '../harness/practices.ts';

test('an invited person signs up, turns off an email, and sees the plan on the pricing page', async ({
  page,
  db,
  accessible,
}) => {
  test.setTimeout(240_000);
  const { id, name } = await unclaimed(db);
  const [owner] = await db('users')
    .insert({ email: `olive${id}@example.com`, name: 'Olive Owner', ...paid })
    .returning('id');
  await db('dentists').where({ id }).update({ userId: owner.id });
  const email = `max${id}@example.com`;
  await db('listingManagers').insert({
    dentistId: id,
    email,
    tokenHash: createHash('sha256').update(`invited-${id}`).digest(),
    invitedBy: owner.id,
    invitedAt: new Date(),
    expiresAt: new Date(Date.now() + 1e6),
  });
  await open(page, `/dashboard?invitation=invited-${id}`);
  await expect(page.getByText(`Olive Owner invites you to manage ${name}, Austin, TX.`)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await accessible('invitation');
  await shot(page, 'invitation-1440');
  await page.getByLabel('Full name').fill('Max Helper');
  await page.getByLabel('Password', { exact: true }).fill('four quiet words here');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Invitation accepted', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard/listings/${id}`));
  expect((await db('users').where({ email }).first('emailVerifiedAt')).emailVerifiedAt).not.toBeNull();

  await open(page, '/account#notifications');
  const monthly = page.getByRole('switch', { name: 'Monthly insights' });
  await expect(monthly).toBeChecked();
  await monthly.click();
  await expect
    .poll(async () => (await db('notificationSettings').first('monthlyInsights'))?.monthlyInsights as boolean)
    .toBe(false);
  await page.reload();
  await hydrated(page);
  await expect(monthly).not.toBeChecked();
  await accessible('notification settings');
  await shot(page, 'account-1440');

  await db('users')
    .where({ email })
    .update({ ...paid, subscriptionPlan: 'pro_max' });
  await open(page, '/pricing');
  await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' }).getByRole('heading')).toContainText(
    'Pro Max',
  );
  await accessible('pricing with a plan');
  await shot(page, 'pricing-plan-1440');
});
