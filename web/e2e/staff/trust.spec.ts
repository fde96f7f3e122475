import type { Knex } from 'knex';
import { makeClaims } from '../harness/admin.ts';
import { expect, hydrated, open, test, type Page } from '../harness/fixtures.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

const sizes = [
  [390, 844],
  [1440, 900],
] as const;

/** Takes screenshots on a phone and a desktop, and checks that nothing is wider than the screen. */
async function shots(page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await shot(page, `${name}-${width}`);
  }
}

async function own(db: Knex, userId: number, values: object = {}): Promise<number> {
  const { id } = await unclaimed(db);
  await db('users').where({ id: userId }).update({ emailVerifiedAt: new Date() });
  await db('dentists')
    .where({ id })
    .update({ userId, name: 'Dr. Iris Long', ...values });
  return id;
}

test(
  'a listing is managed, verified, and under review, in the same words for everyone',
  { tag: '@path' },
  async ({ page, db, signIn, browser, accessible }) => {
    test.setTimeout(180_000);
    await db('claimRequests').where({ status: 'pending' }).delete();
    const owner = await signIn({ ...paid, name: 'Iris Long' });
    const headers = { Authorization: `Bearer ${owner.token}` };
    await db('users').where({ id: owner.userId }).update({ emailVerifiedAt: new Date() });
    const added = await page.request.post('/api/dentists', {
      headers,
      data: {
        name: 'Dr. Iris Long',
        specialty: 'Orthodontics',
        experience: 9,
        phone: '(512) 555-7142',
        city: 'Austin',
        state: 'TX',
      },
    });
    const { id } = (await added.json()) as { id: number };
    const context = await browser.newContext();
    const visitor = await context.newPage();
    // Other listings nearby have badges of their own.
    const hero = visitor.locator('article > header');
    const see = async () => {
      await visitor.goto(`/profile/${id}`);
      await hydrated(visitor);
    };
    await see();
    await expect(hero.getByText('Managed by the practice')).toBeVisible();
    await expect(hero.getByText('Verified Provider')).toHaveCount(0);
    await shots(visitor, 'profile-managed');

    await open(page, '/dashboard');
    await expect(page.getByText("We're checking that you run Dr. Iris Long")).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Claim requests' })).toHaveCount(0);
    await open(page, `/dashboard/listings/${id}`);
    await expect(page.getByText('Ownership check in progress')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Review of this listing' }).getByText('In review')).toBeVisible();
    await shots(page, 'dashboard-check');
    await accessible('a dashboard with a check');

    const desk = await context.newPage();
    const staff = await signIn({ role: 'admin', name: 'Maria Admin' });
    await desk.addInitScript((token) => localStorage.setItem('auth_token', token), staff.token);
    await open(desk, '/admin?tab=claims');
    const claim = desk.getByRole('region', { name: 'Claim for Dr. Iris Long' });
    await expect(claim.getByText('Check of a new listing')).toBeVisible();
    await claim.getByRole('button', { name: 'Record a call' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Record a call to the practice' });
    await dialog.getByRole('button', { name: 'Record a call' }).click();
    await expect(dialog.getByText('Please say what you checked.')).toBeVisible();
    await shots(desk, 'record-a-call');
    await dialog.getByLabel('What you checked').fill('Reached Dr. Long at the number on the state board.');
    await dialog.getByRole('button', { name: 'Record a call' }).click();
    await expect(claim.getByRole('heading', { name: 'Evidence: strong (70)' })).toBeVisible();
    await shots(desk, 'claim-check');
    await claim.getByRole('button', { name: /^Approve/ }).click();
    await open(desk, '/admin/listings?q=Iris+Long');
    await expect(desk.getByRole('row', { name: /^Select Dr\. Iris Long Dr\./ })).toContainText('Verified');
    await see();
    await expect(hero.getByText('Verified Provider')).toBeVisible();

    await page.request.put(`/api/user/dentists/${id}`, { headers, data: { phone: '(303) 555-0199' } });
    await see();
    await expect(hero.getByText('Changes under review')).toBeVisible();
    await expect(hero.getByText('Verified Provider')).toHaveCount(0);
    await shots(visitor, 'profile-review');
    await open(desk, '/admin/listings?q=Iris+Long');
    await expect(desk.getByRole('row', { name: /^Select Dr\. Iris Long Dr\./ })).toContainText('Changes under review');
    await open(desk, '/admin?tab=claims');
    await expect(claim.getByText('(303) 555-0199').first()).toBeVisible();
    await shots(desk, 'claim-change');
    await accessible('a check of changes', desk);
    await context.close();
  },
);

test('an owner whose plan has ended sees what is paused', async ({ page, db, signIn, accessible }) => {
  const owner = await signIn({ name: 'Iris Long', subscriptionPlan: 'professional', subscriptionStatus: 'canceled' });
  const id = await own(db, owner.userId, { isVerified: true, website: 'https://www.iris.example' });
  await open(page, '/dashboard');
  await expect(page.getByText('Your plan has ended')).toBeVisible();
  await open(page, `/dashboard/listings/${id}`);
  await expect(page.getByText('Your plan has ended')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renew your plan' })).toBeVisible();
  await expect(page.getByText('Managed by the practice')).toBeVisible();
  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(page.getByText('Insights are paused because the plan has ended.')).toBeVisible();
  await shots(page, 'dashboard-ended');
  await accessible('a dashboard after the plan');
  await page.getByRole('tab', { name: 'Managers' }).click();
  await expect(page.getByText('Invitations are paused because the plan has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send invitation' })).toBeDisabled();
  await page.getByRole('tab', { name: 'Edit' }).click();
  for (const [section, paused] of [
    ['practice', 2],
    ['social links', 1],
    ['photos', 0],
    ['doctor', 1],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${section}` }).click();
    await expect(
      page.getByText(/^Part of (Professional|Pro Max), and paused without it\. You can only remove it\.$/),
    ).toHaveCount(paused);
    if (section === 'photos') await expect(page.getByRole('button', { name: 'Add photos' })).toBeDisabled();
  }
  await shots(page, 'edit-ended');
  await page.getByLabel('About the practice').fill('Still here.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your practice information has been updated.', { exact: true })).toBeVisible();
});

test('bulk approval leaves out claims with warnings and says why', async ({ page, db, signIn, accessible }) => {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const claims = await makeClaims(db, 3, (n) => (n === 1 ? 'Dr. Rob Moss' : `Jo Claimant Dental ${n}`));
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin?tab=claims&claim=${claims[1]!.id}`);
  const claim = page.getByRole('region', { name: 'Claim for Dr. Rob Moss' });
  await expect(claim.getByText("Jo Claimant isn't named in the listing, Dr. Rob Moss.")).toBeVisible();
  await shots(page, 'claim-warning');
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve 2 claims?' });
  await expect(question.getByText('1 claim stays in the queue')).toBeVisible();
  await shots(page, 'bulk-left-out');
  await accessible('a bulk approval');
  await question.getByRole('button', { name: 'Approve 2' }).click();
  await expect(claim).toBeVisible();
  await page.goto('/dashboard');
  await expect
    .poll(
      async () =>
        (await db('claimRequests')
          .orderBy('id')
          .whereIn(
            'id',
            claims.map(({ id }) => id),
          )
          .pluck('status')) as string[],
    )
    .toEqual(['approved', 'pending', 'approved']);
});
