import { expect, openAwake, test } from '../harness/fixtures.ts';

const DAY_MS = 86_400_000;
const isoDay = (daysAhead: number): string => new Date(Date.now() + daysAhead * DAY_MS).toISOString().slice(0, 10);

for (const [width, height, colorScheme] of [
  [390, 844, 'light'],
  [1440, 900, 'dark'],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('an owner enters holiday hours, and patients see them', async ({ page, db, signIn, accessible }) => {
      const owner = await signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
      const { id } = (await db('dentists')
        .whereNull('userId')
        .whereNotNull('scheduleId')
        .whereNull('practiceImage')
        .whereNull('profileImage')
        .whereNotIn('id', db('dentistPhotos').select('dentistId'))
        .orderBy('id')
        .first()) as {
        id: number;
      };
      await db('dentists').where({ id }).update({ userId: owner.userId });
      await openAwake(page, `/dashboard/listings/${id}/edit`);
      await page.getByRole('button', { name: 'Edit holiday hours' }).click();
      const dates = page.getByRole('list', { name: 'Dates with other hours' });
      const suggestion = page.getByRole('button', { name: /^Christmas Day, / });
      await suggestion.click();
      await expect(suggestion).toBeHidden();
      await expect(dates.getByRole('group', { name: 'Christmas Day' })).toBeVisible();
      await page.getByRole('button', { name: 'Add a date' }).click();
      const added = dates.getByRole('listitem').filter({ hasNot: page.getByRole('group', { name: 'Christmas Day' }) });
      await added.getByLabel(/first day/).fill(isoDay(10));
      await added.getByLabel(/last day/).fill(isoDay(9));
      await expect(added.getByRole('alert')).toHaveText('The last day can’t be before the first.');
      await added.getByLabel(/last day/).fill(isoDay(12));
      await added.getByRole('combobox').selectOption('Open');
      await added.getByLabel(/: from/).fill('10:10');
      await added.getByLabel(/: until/).fill('14:10');
      await accessible('the holiday hours');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Your practice information has been updated.').first()).toBeVisible();
      const { holidayHours } = (await db('dentists').where({ id }).first()) as { holidayHours: string };
      expect(holidayHours).toContain(`${isoDay(10)} to ${isoDay(12)}: 10:10 AM – 2:10 PM`);
      expect(holidayHours).toMatch(/-12-25: Closed/);

      await openAwake(page, `/profile/${id}`);
      const hours = page.getByRole('region', { name: 'Office Hours' });
      await expect(hours.getByText(/^Christmas Day, Dec 25$/)).toBeVisible();
      await expect(hours.getByText('10:10 AM – 2:10 PM')).toBeVisible();
      await accessible('the profile');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
