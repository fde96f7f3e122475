import type { Locator } from '@playwright/test';
import { expect, open, openAwake, test } from '../harness/fixtures.ts';
import { shot } from '../harness/practices.ts';

const LOCATIONS = 350;
const people = [
  ['Rita Region', 'Regional manager'],
  ['Eddy Editor', 'Editor'],
  ['Bill Billing', 'Billing'],
] as const;

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'a group claims 350 locations in one go, gives three roles, changes holiday hours with four exceptions, and undoes it',
  { tag: '@path' },
  async ({ page, browser, db, baseURL, signIn }) => {
    test.setTimeout(180_000);
    const owner = await signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active', name: 'Olive Owner' });
    await db('users').where({ id: owner.userId }).update({ email: 'olive@brightgroup.com' });
    // A changed address isn't verified any more.
    await db('users').where({ id: owner.userId }).update({ emailVerifiedAt: new Date() });
    const listings = Array.from({ length: LOCATIONS }, (_, n) => ({
      name: `Bright Group ${String(n + 1).padStart(3, '0')}`,
      phone: '(512) 555-0142',
      address: `${n + 1} Elm St`,
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      website: 'https://brightgroup.com',
    }));
    const ids = ((await db('dentists').insert(listings).returning('id')) as { id: number }[]).map(({ id }) => id);
    const hours = async () =>
      (await db('dentists').whereIn('id', ids).whereNotNull('holidayHours').count())[0]!['count'] as number | string;

    await openAwake(page, '/dashboard/groups');
    await page.getByLabel('Name of the group').fill('Bright Group');
    await page.getByRole('button', { name: 'Create the group' }).click();
    await page.getByRole('link', { name: 'Claim locations' }).click();
    await page.getByLabel('CSV file of your listings').setInputFiles({
      name: 'locations.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,ZIP', ...listings.map(({ name, zipCode }) => `${name},${zipCode}`)].join('\n')),
    });
    await expect(page.getByText(`You can claim ${LOCATIONS} listings`)).toBeVisible();
    await page.getByLabel('Relationship to the group').selectOption({ label: 'Authorized Representative' });
    await page.getByLabel('Phone').fill('(512) 555-0142');
    await shot(page, 'group-claim');
    await page.getByRole('button', { name: `Claim ${LOCATIONS} listings` }).click();
    await expect(page.getByRole('heading', { name: `Bright Group (${LOCATIONS} listings)` })).toBeVisible();
    await shot(page, 'group-claim-sent');

    const desk = await (
      await browser.newContext({ baseURL: baseURL!, viewport: { width: 1440, height: 900 } })
    ).newPage();
    const staff = await signIn({ role: 'admin', name: 'Maria Admin' });
    await desk.addInitScript((token) => localStorage.setItem('auth_token', token), staff.token);
    await open(desk, '/admin?tab=claims');
    await desk.getByRole('button', { name: /^Bright Group/ }).click();
    const claim = desk.getByRole('region', { name: /^Claim for Bright Group/ });
    await expect(claim.getByText(`The verified email is at the domain of all ${LOCATIONS} listings.`)).toBeVisible();
    await expect(claim.getByText(`${LOCATIONS} listings for Bright Group`)).toBeVisible();
    await shot(desk, 'group-claim-review');
    await claim.getByRole('button', { name: /^Approve/ }).click();
    await claim.getByRole('button', { name: /^Approve anyway/ }).click();
    // Leaving the page sends the decision.
    await open(desk, '/admin/listings');
    await expect
      .poll(async () => (await db('dentists').whereIn('id', ids).where({ userId: owner.userId })).length, {
        timeout: 30_000,
      })
      .toBe(LOCATIONS);
    await desk.context().close();

    await openAwake(page, new URL(page.url()).pathname.replace('/claims', ''));
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

    // docs/how-groups.md has the count.
    let clicks = 0;
    const startedAt = Date.now();
    const click = async (control: Locator) => {
      await control.click();
      clicks++;
    };
    await click(page.getByRole('tab', { name: 'Change locations' }));
    await click(page.getByRole('button', { name: /^Christmas Day, / }));
    await click(page.getByRole('switch', { name: 'Some locations stay as they are' }));
    for (const n of ['003', '120', '121', '350'])
      await click(page.getByRole('checkbox', { name: `Bright Group ${n}` }));
    await click(page.getByRole('button', { name: 'Preview the change' }));
    await expect(page.getByText('346 locations will change')).toBeVisible();
    await shot(page, 'group-hours');
    expect(Number(await hours())).toBe(0);
    await click(page.getByRole('button', { name: 'Change 346 locations' }));
    await expect(page.getByText('346 locations changed')).toBeVisible({ timeout: 45_000 });
    expect([clicks, Date.now() - startedAt < 60_000]).toEqual([9, true]);
    expect(Number(await hours())).toBe(346);
    await shot(page, 'group-changed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('346 locations restored')).toBeVisible({ timeout: 45_000 });
    expect(Number(await hours())).toBe(0);
  },
);
