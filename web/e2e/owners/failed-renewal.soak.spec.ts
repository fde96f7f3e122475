import type { Deps } from '#server/base/http/context.ts';
import { followFailedRenewals } from '#server/billing/failed-payments.ts';
import { expect, test } from '../harness/fixtures.ts';
import { fillCard, payForPlan } from '../harness/paying.ts';
import { open } from '../harness/practices.ts';

const DAY = 86_400_000;
const GRACE_DAYS = 14;
const formatDay = (at: number) =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }).replace(/, \d{4}$/, '');

test('a failed renewal keeps the paid features on each of 14 days, then ends them, and another card brings them back', async ({
  page,
  signIn,
  db,
}) => {
  test.setTimeout(240_000);
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
  const subscription = () => db('subscriptions').where({ userId: person.userId });
  await expect.poll(async () => (await subscription().first()).status as string).toBe('past_due');

  const status = async () => (await db('users').where({ id: person.userId }).first()).subscriptionStatus as string;
  const banner = page.getByRole('complementary', { name: 'Failed payment' });
  /** Moves the failure back by days, and does the work of that hour. */
  const passDays = async (days: number): Promise<number> => {
    const failedAt = Date.now() - days * DAY;
    await subscription().update({ currentPeriodStart: new Date(failedAt) });
    await db('transactions').where({ userId: person.userId }).update({ failuresMailed: 9 });
    await followFailedRenewals({ db, clock: { now: () => new Date() } } as Deps);
    await open(page, '/dashboard');
    return failedAt;
  };
  for (let days = 0; days < GRACE_DAYS; days++) {
    // A sync with the provider, whose clock the failure follows, may arrive in between.
    await expect(async () => {
      const failedAt = await passDays(days);
      await expect(banner).toContainText("We couldn't charge your card for Professional ($60).", { timeout: 5_000 });
      await expect(banner).toContainText(formatDay(failedAt + GRACE_DAYS * DAY), { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    expect([days, await status()]).toEqual([days, 'active']);
  }
  await expect(async () => {
    await passDays(GRACE_DAYS + 1);
    expect(await status()).toBe('past_due');
  }).toPass({ timeout: 30_000 });
  await expect(banner).toContainText('Your photos and website link are hidden until the payment goes through.');
  await page.getByRole('button', { name: 'Update card' }).first().click();
  await fillCard(page, '4242 4242 4242 4242', page.getByRole('dialog', { name: 'Update your card' }));
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect.poll(status).toBe('active');
});
