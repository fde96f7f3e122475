import type { Page } from '@playwright/test';
import { rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

const sizes = [390, 768, 1440];

test('staff see disputes and rejected emails, and the owner fixes the address', async ({
  page,
  browser,
  db,
  signIn,
  accessible,
}) => {
  test.setTimeout(120_000);
  const word = rare();
  const owner = await signIn({ name: `Pat ${word}`, emailVerifiedAt: new Date() });
  const [customerId, now] = [`cus_${word}`, new Date()];
  await db('users').where({ id: owner.userId }).update({ stripeCustomerId: null });
  await db('billingCustomers').insert({ id: customerId, userId: owner.userId, createdAt: now });
  await db('disputes').insert({
    id: `du_${word}`,
    userId: owner.userId,
    customerId,
    chargeId: `ch_${word}`,
    cents: 6_000,
    currency: 'usd',
    reason: 'product_not_received',
    status: 'needs_response',
    evidenceDueAt: new Date(now.getTime() + 9 * 86_400_000),
    hasEvidence: false,
    withdrawnCents: 7_500,
    createdAt: now,
    updatedAt: now,
  });
  const reason = '550 5.1.1 The email account that you tried to reach does not exist.';
  await db('undeliverableEmails').insert({ email: owner.email, reason, since: now, lastFailedAt: now });
  const shoot = async (name: string, on: Page = page) => {
    if (!process.env.SHOTS) return;
    for (const width of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        await on.setViewportSize({ width, height: 900 });
        await on.emulateMedia({ colorScheme });
        await on.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` });
      }
  };

  await open(page, '/account#email');
  await expect(page.getByText(`We couldn't deliver to ${owner.email}. Check the address.`)).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await accessible('account');
  await shoot('account');
  await open(page, '/dashboard');
  await expect(page.getByRole('link', { name: 'Change the address' })).toBeVisible();
  await shoot('dashboard');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const desk = await (await browser.newContext()).newPage();
  const admin = await signIn({ role: 'admin' });
  await desk.addInitScript((token) => localStorage.setItem('auth_token', token), admin.token);
  await open(desk, '/admin');
  await desk.getByRole('link', { name: /disputed payments? to answer/ }).click();
  const line = desk.getByRole('listitem').filter({ hasText: `Pat ${word}` });
  await expect(line).toContainText('$60, product not received, evidence due');
  await accessible('disputes', desk);
  await shoot('disputes', desk);
  await line.getByRole('link', { name: `Pat ${word}` }).click();
  const sheet = desk.getByRole('dialog', { name: `Pat ${word}` });
  await expect(sheet.getByText("Emails to this address don't arrive.")).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Disputes' })).toContainText('$75 withdrawn with the fee');
  await accessible('user sheet', desk);
  await shoot('sheet', desk);
  await desk.setViewportSize({ width: 390, height: 844 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await desk.context().close();

  await page.evaluate((token) => localStorage.setItem('auth_token', token), owner.token);
  await open(page, '/dashboard');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Email sent', { exact: true })).toBeVisible();
  await expect(page.getByText(`We couldn't deliver to ${owner.email}. Check the address.`)).toHaveCount(0);
});
