import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { addFilter, addListing, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

const password = 'a kettle on the stove';

test(
  'admin finds an account, signs it out everywhere, promotes, demotes, and deletes it',
  { tag: '@path' },
  async ({ page, db, signIn, browser, accessible }) => {
    test.setTimeout(120_000);
    const word = rare();
    const other = await signIn({ name: `Pat ${word}`, subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
    const listing = await addListing(db, { name: `Dr. ${word} Owned`, userId: other.userId });
    const me = async () =>
      (await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${other.token}` } })).status();
    expect(await me()).toBe(200);

    // The admin uses a separate browser.
    const context = await browser.newContext();
    const desk = await context.newPage();
    const boss = await signIn({ role: 'admin', name: 'Maria Admin' });
    await db('users')
      .where({ id: boss.userId })
      .update({ password: await hashPassword(password) });
    await desk.addInitScript((token) => localStorage.setItem('auth_token', token), boss.token);
    await open(desk, '/admin/users');
    await desk.getByLabel('Search accounts').fill(word.toLowerCase());
    const row = desk.getByRole('row', { name: new RegExp(word) });
    await expect(desk.getByText('1 account', { exact: true })).toBeVisible();
    await expect(row).toContainText('Pro Max');
    await expect(row).toContainText('Active');
    await addFilter(desk, 'Plan', 'Free');
    await expect(desk.getByText('No accounts found')).toBeVisible();
    await desk.getByRole('button', { name: 'Remove the filter Plan: Free' }).click();
    await addFilter(desk, 'Plan', 'Pro Max');
    await row.click();
    const sheet = desk.getByRole('dialog', { name: `Pat ${word}` });
    await expect(sheet.getByText('Pro Max, active')).toBeVisible();
    await expect(sheet.getByRole('link', { name: `Dr. ${word} Owned, Austin, TX` })).toBeVisible();
    await expect(sheet.getByText('1 place')).toBeVisible();

    await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(desk.getByText('1 sign-in ended.', { exact: true })).toBeVisible();
    await expect(sheet.getByText('nowhere')).toBeVisible();
    expect(await me()).toBe(401);

    const confirm = async (given: string, action: string) => {
      await sheet.getByLabel('Your own password', { exact: true }).fill(given);
      await sheet.getByRole('button', { name: action }).click();
    };
    const role = async () => (await db('users').where({ id: other.userId }).first())?.role as string | undefined;
    await sheet.getByRole('button', { name: 'Make administrator' }).click();
    await accessible('the question before a promotion', desk);
    await confirm('not my password at all', 'Make administrator');
    await expect(sheet.getByText("That's not your password.")).toBeVisible();
    expect(await role()).toBe('user');
    await confirm(password, 'Make administrator');
    await expect(sheet.getByText('Admin', { exact: true })).toBeVisible();
    expect(await role()).toBe('admin');
    await sheet.getByRole('button', { name: 'Remove admin role' }).click();
    await confirm(password, 'Remove the role');
    await expect(sheet.getByRole('button', { name: 'Make administrator' })).toBeVisible();
    expect(await role()).toBe('user');

    await db('users').where({ id: other.userId }).update({ subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
    await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(sheet.getByText('This action cannot be undone.', { exact: false })).toBeVisible();
    await confirm(password, 'Delete the account');
    await expect(sheet).toBeHidden();
    await expect(desk.getByText('No accounts found')).toBeVisible();
    expect(await role()).toBeUndefined();
    expect(await db('dentists').where({ id: listing }).first()).toMatchObject({ userId: null, deletedAt: null });

    // Admins can't delete their own account here.
    await open(desk, `/admin/users?open=${boss.userId}`);
    const own = desk.getByRole('dialog', { name: 'Maria Admin' });
    await expect(own.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
    await expect(own.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await context.close();
    const actions = (await db('auditLog')
      .where({ subject: 'user', subjectId: String(other.userId) })
      .orderBy('id')
      .pluck('action')) as string[];
    expect(actions).toEqual(['user.signed_out', 'user.promoted', 'user.demoted', 'user.deleted']);
  },
);
