import { expect, hydrated, test } from '../harness/fixtures.ts';
import { open, paid, shot } from '../harness/practices.ts';

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`an owner offers a listing, and the recipient signs up, pays, and owns it, ${width} px`, async ({
    page,
    browser,
    db,
    signIn,
    readEmail,
    accessible,
    expectedErrors,
  }) => {
    test.setTimeout(240_000);
    // The owner first offers it to themselves, and in the end asks for a listing that is no longer theirs.
    expectedErrors.push(/status of 40[034]/);
    await page.setViewportSize({ width, height });
    const seller = await signIn({ ...paid, name: 'Sal Seller' });
    const [listing] = (await db('dentists')
      .insert({
        name: `Dr. Sal Seller ${width}`,
        specialty: 'Cosmetic Dentistry',
        phone: '5125550142',
        address: '1 Elm St',
        city: 'Austin',
        state: 'TX',
        zipCode: '78701',
        userId: seller.userId,
        isVerified: true,
        ownershipReviewedAt: new Date(),
      })
      .returning(['id', 'name'])) as [{ id: number; name: string }];
    const { id, name } = listing;
    const buyer = `buyer${width}.${id}@example.com`;

    // The menu leads to the form. A wrong address is corrected in place.
    await open(page, `/dashboard/listings/${id}`);
    await page.getByRole('button', { name: `More about ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Transfer to a new owner' }).click();
    const section = page.getByRole('region', { name: 'Transfer this listing' });
    await section.getByLabel('Email of the new owner').fill(seller.email);
    await section.getByRole('button', { name: 'Offer the listing' }).click();
    await page.getByRole('button', { name: 'Send the offer' }).click();
    await expect(section.getByText('You already own this listing.')).toBeVisible();
    await section.getByLabel('Email of the new owner').fill(buyer);
    await accessible('transfer form');
    await shot(page, `transfer-form-${width}`);
    await section.getByRole('button', { name: 'Offer the listing' }).click();
    await page.getByRole('button', { name: 'Send the offer' }).dblclick();
    await expect(section.getByText('Waiting for an answer')).toBeVisible();
    await shot(page, `transfer-offered-${width}`);

    // The recipient opens the emailed link on another device, and has no account yet.
    const email = await readEmail(buyer, 'Sal Seller offers you the listing of');
    const link = /\/transfer\/\d+\?token=[\w-]+/.exec(email)![0];
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: { width, height } });
    const other = await context.newPage();
    await open(other, link);
    await expect(other.getByRole('heading', { level: 1, name })).toBeVisible();
    await accessible('offer', other);
    await shot(other, `transfer-offer-${width}`);
    await other.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await expect(other.getByText(`Sal Seller offers you the listing of ${name}, Austin, TX.`)).toBeVisible();
    await expect(other.getByLabel('Email')).toHaveValue(buyer);
    await other.getByLabel('Full name').fill('Bo Buyer');
    await other.getByLabel('Password', { exact: true }).fill('four quiet words here');
    await other.getByRole('button', { name: 'Create account' }).click();
    await expect(other.getByText('Verify your email address')).toBeVisible();
    await db('users').where({ email: buyer }).update({ emailVerifiedAt: new Date() });
    await other.evaluate(() => dispatchEvent(new Event('focus')));

    // The offer is on the dashboard, too.
    await expect(other.getByRole('button', { name: 'Accept and pay $25' })).toBeVisible();
    await open(other, '/dashboard');
    await expect(other.getByText('Sal Seller offers you a listing')).toBeVisible();
    await shot(other, `transfer-dashboard-${width}`);
    await other.getByRole('link', { name: 'View the offer' }).click();
    await accessible('terms', other);
    await shot(other, `transfer-terms-${width}`);
    await other.getByRole('button', { name: 'Accept and pay $25' }).dblclick();

    // A declined card, a reload, and a second tab all continue the same payment.
    const pay = async (on: typeof page, number: string) => {
      await on.getByLabel('Card number').fill(number);
      await on.getByLabel('Expiry date').fill('12/34');
      await on.getByLabel('Security code').fill('123');
      await on.getByRole('button', { name: 'Pay $25' }).click();
    };
    await pay(other, '4000 0000 0000 0002');
    await expect(other.getByText('Your card was declined.').first()).toBeVisible();
    await accessible('payment', other);
    await shot(other, `transfer-payment-${width}`);
    await other.reload();
    await hydrated(other);
    await expect(other.getByLabel('Card number')).toBeVisible();
    await page.reload();
    await expect(section.getByText('Accepted, fee not paid yet')).toBeVisible();
    const tab = await context.newPage();
    await open(tab, new URL(other.url()).pathname);
    await expect(tab.getByLabel('Card number')).toBeVisible();
    await pay(other, '4000 0025 0000 3155');
    await other.getByRole('button', { name: 'Complete' }).click();
    await expect(other.getByRole('heading', { name: 'You own this listing now' })).toBeVisible();
    await accessible('done', other);
    await shot(other, `transfer-done-${width}`);
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(tab.getByRole('heading', { name: 'You own this listing now' })).toBeVisible();
    expect(await db('transactions').where({ description: `Ownership transfer: ${name}` })).toMatchObject([
      { cents: 2_500, status: 'paid' },
    ]);

    await other.getByRole('link', { name: 'Open the listing' }).click();
    await expect(other.getByText('Ownership check in progress')).toBeVisible();
    await expect(other.getByText('Your listing has no plan yet')).toBeVisible();
    await shot(other, `transfer-listing-${width}`);
    await page.reload();
    await expect(page.getByText("You don't manage this listing")).toBeVisible();
    await context.close();
  });
