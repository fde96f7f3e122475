import { expect, openAwake, test } from '../harness/fixtures.ts';
import { shot } from '../harness/practices.ts';

const LOCATIONS = 350;
const people = [
  ['Rita Region', 'Regional manager'],
  ['Eddy Editor', 'Editor'],
  ['Bill Billing', 'Billing'],
] as const;

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'a group of 350 locations gives three roles, changes holiday hours with four exceptions, and undoes it',
  { tag: '@path' },
  async ({ page, db, signIn }) => {
    const owner = await signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active', name: 'Olive Owner' });
    const listings = Array.from({ length: LOCATIONS }, (_, n) => ({
      name: `Bright Group ${String(n + 1).padStart(3, '0')}`,
      phone: '(512) 555-0142',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      userId: owner.userId,
    }));
    const ids = ((await db('dentists').insert(listings).returning('id')) as { id: number }[]).map(({ id }) => id);
    const hours = async () =>
      (await db('dentists').whereIn('id', ids).whereNotNull('holidayHours').count())[0]!['count'] as number | string;

    await openAwake(page, '/dashboard/groups');
    await page.getByLabel('Name of the group').fill('Bright Group');
    await page.getByRole('button', { name: 'Create the group' }).click();
    await page.getByRole('button', { name: 'Add locations' }).click();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: `Add ${LOCATIONS} locations` }).click();
    await expect(page.getByRole('heading', { name: 'All locations together' })).toBeVisible();
    await expect(page.getByText('0 profile views')).toBeVisible();
    await shot(page, 'group-locations');

    await page.getByRole('tab', { name: 'People' }).click();
    for (const [name, role] of people) {
      const email = `${name.split(' ')[0]!.toLowerCase()}.${owner.userId}@example.com`;
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('radio', { name: role }).check();
      if (role === 'Regional manager') await page.getByRole('checkbox', { name: 'Bright Group 007' }).check();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await expect(page.getByText(`Invitation sent. ${email}`)).toBeVisible();
    }
    await expect(page.getByText('Invited', { exact: true })).toHaveCount(3);
    await shot(page, 'group-people');

    await page.getByRole('tab', { name: 'Change hours' }).click();
    await page.getByRole('button', { name: /^Christmas Day, / }).click();
    await page.getByRole('switch', { name: 'Some locations keep their hours' }).check();
    for (const n of ['003', '120', '121', '350'])
      await page.getByRole('checkbox', { name: `Bright Group ${n}` }).check();
    await page.getByRole('button', { name: 'Preview the change' }).click();
    await expect(page.getByText('346 locations will have these hours')).toBeVisible();
    await shot(page, 'group-hours');
    expect(Number(await hours())).toBe(0);
    await page.getByRole('button', { name: 'Change 346 locations' }).click();
    await expect(page.getByText('346 locations changed')).toBeVisible();
    expect(Number(await hours())).toBe(346);
    await shot(page, 'group-changed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('346 locations restored')).toBeVisible();
    expect(Number(await hours())).toBe(0);
  },
);
