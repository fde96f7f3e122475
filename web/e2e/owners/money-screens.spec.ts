import { expect, test } from '../harness/fixtures.ts';
import { choose, dialog, fillCard, plan } from '../harness/paying.ts';
import { open, paid, shot, unclaimed } from '../harness/practices.ts';

const widths = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

test('pricing and its dialogs are accessible and fit every width', async ({ page, signIn, accessible }) => {
  test.setTimeout(240_000);
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await open(page, '/pricing');
    await fits();
    await shot(page, `pricing-${width}`);
    if (width === 390) await accessible('pricing');
    await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
    await page.getByRole('dialog', { name: 'Sign up to subscribe' }).waitFor();
    await shot(page, `login-dialog-${width}`);
    if (width !== 768) await accessible('login dialog');
    await page.keyboard.press('Escape');
  }
  await signIn();
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await choose(page, 'Pro Max');
    await dialog(page).getByLabel('Card number').waitFor();
    await fits();
    await shot(page, `payment-${width}`);
    if (width === 390) await accessible('payment');
  }
  await fillCard(page, '4000 0025 0000 3155');
  await dialog(page).getByRole('button', { name: 'Complete' }).waitFor();
  await shot(page, 'bank-step');
  await accessible("the bank's step");
  await dialog(page).getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL('**/dashboard');
  const card = page.getByRole('region', { name: 'Subscription' });
  await card.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').waitFor();
  await shot(page, 'cancel-plan');
  await accessible('cancel plan');
  await page.keyboard.press('Escape');
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await fits();
    await shot(page, `money-cards-${width}`);
  }
});

test('the claim dialogs are accessible and fit every width', async ({ page, db, signIn, accessible }) => {
  test.setTimeout(180_000);
  const { id } = await unclaimed(db);
  const { userId } = await signIn();
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await db('users').where({ id: userId }).update({ subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
    await open(page, `/profile/${id}`);
    await page.getByRole('button', { name: 'Request to Claim' }).click();
    await page.getByRole('dialog', { name: 'Upgrade to Professional' }).waitFor();
    await shot(page, `upgrade-${width}`);
    if (width === 390) await accessible('upgrade');
    await db('users').where({ id: userId }).update(paid);
    await open(page, `/profile/${id}`);
    await page.getByRole('button', { name: 'Request to Claim' }).click();
    await page.getByRole('dialog', { name: 'Request to Claim' }).waitFor();
    await shot(page, `claim-${width}`);
    if (width === 390) await accessible('claim');
  }
});
