import { randomBytes } from 'node:crypto';
import { choose, dialog, fillCard, payForPlan, plan } from '../harness/paying.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { shot } from '../harness/practices.ts';

test('the pricing page shows every plan and is accessible', async ({ page, accessible }) => {
  await open(page, '/pricing');
  await expect(plan(page, 'Professional')).toContainText('$60');
  await expect(plan(page, 'Pro Max')).toContainText('$123');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await expect(plan(page, 'Professional')).toContainText('$600');
  await expect(plan(page, 'Professional')).toContainText('$720');
  await expect(plan(page, 'Pro Max')).toContainText('$1,230');
  await expect(plan(page, 'Pro Max')).toContainText('$1,476');
  await expect(page.getByText('Launch discount')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Compare the plans' })).toBeVisible();
  await page.getByText('Is there a money-back guarantee?').click();
  await expect(page.getByText('30-day money-back guarantee. Contact support')).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data!)[0].offers[0].price).toBe('60.00');
  await accessible('pricing');
});

test('a visitor chooses a plan, signs up, pays, and lands on the dashboard', { tag: '@path' }, async ({ page, db }) => {
  await open(page, '/pricing');
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
  const login = page.getByRole('dialog', { name: 'Sign up to subscribe' });
  // The title says what the open tab does.
  await login.getByRole('tab', { name: 'Login' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in to subscribe' })).toBeVisible();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const email = `buyer-${randomBytes(4).toString('hex')}@example.com`;
  await login.getByLabel('First name').fill('Robin');
  await login.getByLabel('Last name').fill('Buyer');
  await login.getByLabel('Email').fill(email);
  await login.getByLabel('Password', { exact: true }).fill('a long enough passphrase');
  await login.getByRole('button', { name: /sign up|create/i }).click();
  await expect(dialog(page)).toContainText('$600 per year');
  await expect(dialog(page)).toContainText('Test mode');
  await fillCard(page, '4242 4242 4242 4242');
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Subscription Successful!', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await db('users').where({ email }).first()).subscriptionStatus as string)
    .toBe('active');
  const user = await db('users').where({ email }).first();
  expect(user).toMatchObject({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });

  // Switching to yearly shows the amount first. Choosing the current plan leads back.
  await open(page, '/pricing');
  await expect(plan(page, 'Professional').getByRole('button', { name: 'Keep this plan' })).toBeVisible();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click();
  const change = page.getByRole('dialog', { name: 'Change your plan' });
  await expect(change.getByRole('radio', { name: 'Professional, $60 per month' })).toBeChecked();
  await expect(change).toContainText('You have Professional at $600 per year.');
  await expect(change).toContainText("Nothing due today. We'll credit $540 to your next invoices.");
  await change.getByRole('button', { name: 'Keep my plan' }).click();
  await page.getByRole('radio', { name: 'Yearly' }).check();
  await plan(page, 'Professional').getByRole('button', { name: 'Keep this plan' }).click();
  await expect(page.getByText('Already Subscribed', { exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard');
});

test('a declined card changes nothing, and another card pays', async ({
  page,
  signIn,
  db,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/402/);
  const { userId } = await signIn();
  await choose(page, 'Professional');
  await expect(dialog(page)).toBeVisible();
  await accessible('payment form');
  await fillCard(page, '4000 0000 0000 0002');
  const toast = page.getByRole('listitem').filter({ hasText: 'Payment Failed' });
  await expect(toast).toBeVisible();
  await expect(dialog(page).getByText('Your card was declined.')).toBeVisible();
  // The toast covers no part of the dialog, at any width. The pointer on it keeps it open.
  await toast.hover();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const [a, b] = [(await toast.boundingBox())!, (await dialog(page).boundingBox())!];
        return a.x + a.width <= b.x || a.y + a.height <= b.y || b.x + b.width <= a.x || b.y + b.height <= a.y;
      })
      .toBe(true);
  }
  const state = () => db('users').where({ id: userId }).first();
  expect(await state()).toMatchObject({ subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
  await fillCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/dashboard');
  await expect.poll(async () => (await state()).subscriptionStatus as string).toBe('active');
});

test("a user completes the bank's verification", async ({ page, signIn, db }) => {
  const { userId } = await signIn();
  await choose(page, 'Pro Max');
  await fillCard(page, '4000 0025 0000 3155');
  await dialog(page).getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL('**/dashboard');
  await expect
    .poll(async () => (await db('users').where({ id: userId }).first()).subscriptionPlan as string)
    .toBe('pro_max');
});

test('a subscriber sees what a lower plan loses, before it is chosen', async ({ page, signIn, db, accessible }) => {
  test.setTimeout(120_000);
  const { userId } = await signIn();
  await choose(page, 'Pro Max');
  await fillCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/dashboard');
  const card = page.getByRole('region', { name: 'Subscription' });
  await card.getByRole('button', { name: 'Change plan' }).click();
  const change = page.getByRole('dialog', { name: 'Change your plan' });
  await change.getByRole('radio', { name: 'Professional, $60 per month' }).check();
  await expect(change).toContainText('What you lose');
  await expect(change.getByRole('listitem')).toHaveText([
    'Top 10 search placement, drawn daily',
    'YouTube video on your profile',
  ]);
  await expect(change).toContainText("Nothing due today. We'll credit");
  await shot(page, 'downgrade-dialog');
  await change.getByRole('button', { name: 'Keep my plan' }).click();
  await card.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('alertdialog').getByRole('listitem').last()).toHaveText('A profile without ads');
  await shot(page, 'cancel-dialog');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep my plan' }).click();

  // The account page names the plan that prevents a deletion before it asks for the password.
  await open(page, '/account');
  await expect(page.getByText('Cancel Pro Max first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Cancel your plan' })).toHaveAttribute('href', '/dashboard/billing');

  // On the pricing page, the free plan asks first, and then it is the same as canceling.
  await open(page, '/pricing');
  await plan(page, 'Free to Claim').getByRole('button').click();
  const free = page.getByRole('dialog', { name: 'Go back to the free plan?' });
  await expect(free).toContainText('Pro Max stays active until');
  await expect(free.getByRole('listitem').first()).toHaveText('Top 10 search placement, drawn daily');
  await expect(free.getByText('Insights')).toBeVisible();
  await accessible('the free plan for a subscriber');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, 'free-plan-dialog-390');
  await free.getByRole('button', { name: 'Keep my plan' }).click();
  const state = () => db('subscriptions').where({ userId }).first();
  expect((await state()).cancelAt).toBeNull();
  await plan(page, 'Free to Claim').getByRole('button').click();
  await free.getByRole('button', { name: 'Cancel plan' }).dblclick();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Free Plan Selected', { exact: true })).toBeVisible();
  await expect(card).toContainText('Ends On');
  expect((await state()).cancelAt).not.toBeNull();
});

test('the free plan and the Enterprise plan lead to the dashboard', async ({ page, signIn }) => {
  await signIn();
  await open(page, '/pricing');
  await plan(page, 'Free to Claim').getByRole('button').click();
  await expect(page.getByText('Free Plan Selected', { exact: true })).toBeVisible();
  await page.waitForURL('**/dashboard');
  await open(page, '/pricing');
  await plan(page, 'Enterprise').getByRole('button').click();
  await page.waitForURL('**/dashboard?contact=sales');
});

test('the dashboard shows the plan, cancels it in two clicks, and follows the portal and the clock', async ({
  page,
  signIn,
  db,
  accessible,
}) => {
  test.setTimeout(180_000);
  const { userId } = await signIn();
  const [listing] = (await db('dentists')
    .insert({ name: 'Dr. Robin Example', city: 'Austin', state: 'TX', userId })
    .returning('id')) as [{ id: number }];
  const isPaid = async () => (await db('dentists').where({ id: listing.id }).first()).isPaid as boolean;
  await choose(page, 'Professional');
  await fillCard(page, '4242 4242 4242 4242');
  await page.waitForURL('**/dashboard');
  const card = page.getByRole('region', { name: 'Subscription' });
  await expect(card).toContainText('Renews On');
  await expect(card).toContainText('$60 per month');
  await expect.poll(isPaid).toBe(true);
  const billing = page.getByRole('region', { name: 'Billing' });
  await expect(billing).toContainText('visa ending in 4242');
  await expect(billing).toContainText('Enamel Professional');
  await accessible('dashboard cards');

  await card.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(card).toContainText('Ends On');
  await card.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(card).toContainText('Renews On');

  await card.getByRole('button', { name: 'Change plan' }).click();
  const change = page.getByRole('dialog', { name: 'Change your plan' });
  await change.getByRole('radio', { name: 'Pro Max, $123 per month' }).check();
  await expect(change).toContainText("You'll pay $63 today");
  await accessible('change of plan');
  await change.getByRole('button', { name: 'Change plan' }).click();
  await expect(card).toContainText('Pro Max');

  await billing.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL('**/stripe-sandbox/portal/**');
  await accessible('portal');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Ends on')).toBeVisible();
  await page.getByRole('link', { name: 'Return to the site' }).click();
  await page.waitForURL('**/dashboard');
  await expect
    .poll(async () => ((await db('subscriptions').where({ userId }).first()).cancelAt as Date | null) !== null)
    .toBe(true);
  expect(await isPaid()).toBe(true);
  await page.reload();
  await expect(card).toContainText('Ends On');

  await billing.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL('**/stripe-sandbox/portal/**');
  await page.getByLabel('Days').selectOption('31');
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  await expect(page.getByText('The sandbox clock now shows')).toBeVisible();
  await expect.poll(isPaid).toBe(false);
  await page.getByRole('link', { name: 'Return to the site' }).click();
  await expect(card).toContainText('Expired On');
  await expect(card.getByRole('link', { name: 'Subscribe again' })).toBeVisible();
});

test('after a failed renewal, every page takes another card in one click', async ({ page, signIn, db, accessible }) => {
  test.setTimeout(180_000);
  const person = await signIn();
  await payForPlan(page, person);
  await open(page, '/dashboard/billing');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.getByLabel('Card number').fill('4000 0000 0000 0341');
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Change card' }).click();
  await expect(page.getByText('Your card was updated.')).toBeVisible();
  await page.getByLabel('Days').selectOption('31');
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  await expect(page.getByText('The sandbox clock now shows')).toBeVisible();
  await expect
    .poll(async () => (await db('subscriptions').where({ userId: person.userId }).first()).status as string)
    .toBe('past_due');
  // Paid features stay on.
  expect((await db('users').where({ id: person.userId }).first()).subscriptionStatus).toBe('active');

  const banner = page.getByRole('complementary', { name: 'Failed payment' });
  for (const path of ['/', '/pricing', '/dashboard']) {
    await open(page, path);
    await expect(banner).toContainText("We couldn't charge your card for Professional ($60).");
    await expect(banner).toContainText('Your paid features stay on until');
  }
  await accessible('the dashboard after a failed renewal');
  await shot(page, 'failed-payment');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, 'failed-payment-390');
  await banner.getByRole('button', { name: 'Update card' }).click();
  const form = page.getByRole('dialog', { name: 'Update your card' });
  await expect(form).toContainText('We charge $60 for Professional now.');
  await shot(page, 'update-card-390');
  await fillCard(page, '4242 4242 4242 4242', form);
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect((await db('subscriptions').where({ userId: person.userId }).first()).cardLast4).toBe('4242');
});
