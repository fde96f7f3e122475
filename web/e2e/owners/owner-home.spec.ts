import { expect, hydrated, test } from '../harness/fixtures.ts';
import { open, paid, shot } from '../harness/practices.ts';

const places = [
  { city: 'Austin', zipCode: '78701' },
  { city: 'Dallas', zipCode: '75201' },
  { city: 'Houston', zipCode: '77002' },
  { city: 'El Paso', zipCode: '79901' },
];

for (const [width, height, most] of [
  [390, 844, 4_400],
  [1440, 900, 2_700],
] as const)
  test(
    `an owner of sixteen practices finds what to do, and works on one, ${width} px`,
    { tag: width === 390 ? '@path' : [] },
    async ({ page, db, signIn, accessible }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      const { userId } = await signIn({ ...paid, name: 'Iris Long' });
      const listings = (await db('dentists')
        .insert(
          Array.from({ length: 16 }, (_, n) => ({
            name: `Dr. Iris Long ${n + 1}`,
            title: 'DDS',
            specialty: 'Cosmetic Dentistry',
            phone: '5125550142',
            address: `${n + 1} Elm St`,
            ...places[n % 4],
            state: 'TX',
            userId,
            bio: n % 3 ? 'Two chairs and a garden.' : null,
            languages: n % 2 ? 'Spanish' : null,
            isVerified: n % 2 === 0,
            ownershipReviewedAt: n % 2 === 0 ? new Date() : null,
          })),
        )
        .returning(['id', 'name'])) as { id: number; name: string }[];
      const now = new Date();
      const today = now.toISOString().slice(0, 10);
      await db('appointmentRequests').insert(
        [0, 3, 3].map((n) => ({
          dentistId: listings[n]!.id,
          ownerId: userId,
          state: 'new',
          name: 'Pia Patient',
          createdAt: now,
          changedAt: now,
        })),
      );
      await db('claimRequests').insert(
        listings.slice(0, 6).map(({ id }) => ({
          dentistId: id,
          userId,
          status: 'approved',
          requestorName: 'Iris',
          requestorEmail: 'i@example.com',
          requestorPhone: '5125550142',
          relationshipToPractice: 'owner',
          submittedAt: now,
          dueAt: today,
        })),
      );
      await open(page, '/dashboard');
      await expect(page.getByText('Welcome, Iris Long.')).toBeVisible();
      await expect(page.getByText('3 appointment requests', { exact: true })).toBeVisible();
      await expect(page.getByText('3 more than the month before')).toBeVisible();
      await expect(page.getByText('3 patients are waiting for an answer')).toBeVisible();
      const rows = page.getByRole('region', { name: 'My practices' }).getByRole('listitem');
      await expect(rows).toHaveCount(16);
      await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Professional');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await accessible('home');
      await shot(page, `home-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(most);

      // The search stays after a reload and after Back.
      await page.getByRole('searchbox', { name: 'Search your practices' }).fill('houston');
      await expect(rows).toHaveCount(4);
      await page.reload();
      await hydrated(page);
      await expect(rows).toHaveCount(4);
      await rows.getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Dr. Iris Long 3, DDS' })).toBeVisible();
      await expect(page.getByText('(512) 555-0142')).toBeVisible();
      await accessible('listing');
      await shot(page, `listing-${width}`);
      await page.goBack();
      await expect(rows).toHaveCount(4);
      await page.goForward();

      // The tab stays after a reload, and Back returns to the one before.
      await page.getByRole('tab', { name: 'Appointments' }).click();
      await expect(page.getByText('No requests are waiting for an answer.')).toBeVisible();
      await page.getByRole('tab', { name: 'Insights' }).click();
      await expect(page).toHaveURL(`/dashboard/listings/${listings[2]!.id}/insights`);
      await page.reload();
      await hydrated(page);
      await expect(page.getByRole('tab', { name: 'Insights' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('heading', { name: 'No visits in the last 30 days' })).toBeVisible();
      await shot(page, `insights-${width}`);
      await page.goBack();
      await expect(page.getByRole('tab', { name: 'Appointments' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('No requests are waiting for an answer.')).toBeVisible();

      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Appointments' }).click();
      await expect(page.getByRole('article', { name: 'Pia Patient' })).toHaveCount(3);
      await accessible('appointments');
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Billing' }).click();
      await expect(page.getByRole('region', { name: 'Billing' })).toContainText('No invoices yet.');
      await shot(page, `billing-${width}`);
      await accessible('billing');
    },
  );
