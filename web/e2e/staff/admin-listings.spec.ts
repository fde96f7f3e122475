import { addListing, rare } from '../harness/admin.ts';
import { expect, open, openAwake, test } from '../harness/fixtures.ts';

test(
  'admin finds, edits, reverts, verifies, deletes, and restores a listing',
  { tag: '@path' },
  async ({ page, db, signIn, browser }) => {
    test.setTimeout(120_000);
    const word = rare();
    const id = await addListing(db, { name: `Dr. ${word} Finch`, phone: '(512) 555-0161', zipCode: '78701' });
    const row = async () => db('dentists').where({ id }).first();
    // A visitor in another browser sees each change immediately.
    const visitor = await browser.newPage();
    const profile = async () => (await visitor.goto(`/profile/${id}`))!.status();
    await signIn({ role: 'admin', name: 'Maria Admin' });
    await open(page, '/admin/listings');
    // The page's shortcuts work once its list is there.
    await expect(page.getByRole('row', { name: new RegExp(word) })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search listings' })).toBeFocused();
    await page.keyboard.type(word.toLowerCase());
    const found = page.getByRole('row', { name: new RegExp(word) });
    await expect(page.getByText('1 listing', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`q=${word.toLowerCase()}`));
    await expect(found).toContainText('(512) 555-0161');
    await page.reload();
    await expect(found).toBeVisible();

    await found.click();
    const sheet = page.getByRole('dialog', { name: `Dr. ${word} Finch` });
    await sheet.getByLabel('Phone').fill('call me');
    await sheet.getByLabel('ZIP code').fill('Narnia');
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await expect(sheet.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await expect(sheet.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true');
    expect((await row()).phone).toBe('(512) 555-0161');
    await sheet.getByLabel('Phone').fill('(512) 555-0162');
    await expect(sheet.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
    await sheet.getByLabel('ZIP code').fill('78701');
    await expect(sheet.getByLabel('Wheelchair accessible')).toHaveValue('');
    await sheet.getByLabel('Wheelchair accessible').selectOption('Yes');
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await row()).phone).toBe('(512) 555-0162');
    expect((await row()).wheelchairAccessible).toBe(true);
    expect(await profile()).toBe(200);
    await expect(visitor.getByText('(512) 555-0162').first()).toBeVisible();

    await sheet.getByRole('tab', { name: 'History' }).click();
    await expect(sheet.getByText('Changed Phone from “(512) 555-0161” to “(512) 555-0162”')).toBeVisible();
    await sheet.getByRole('button', { name: /^Restore Phone/ }).click();
    await expect.poll(async () => (await row()).phone).toBe('(512) 555-0161');
    await sheet.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(sheet.getByRole('button', { name: 'Remove verification' })).toBeVisible();
    expect((await row()).isVerified).toBe(true);

    await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText('No listings found')).toBeVisible();
    expect(await profile()).toBe(404);
    await page.getByRole('button', { name: 'Deleted listings' }).click();
    await page.getByRole('button', { name: `Restore Dr. ${word} Finch` }).click();
    await expect(page.getByText('No listings found')).toBeVisible();
    expect(await profile()).toBe(200);
    await visitor.close();
  },
);

test('admin merges two listings field by field, old URLs redirect, and the merge can be undone', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  // The sheet may request the merged listing once more before it closes.
  expectedErrors.push(/404.*api\/admin\/listings\/\d+/);
  const word = rare();
  const kept = await addListing(db, {
    name: `Dr. ${word} Stays`,
    phone: '(512) 555-0171',
    website: 'https://a.example',
    fieldSources: JSON.stringify({ email: { source: 'import', at: '2026-01-01T00:00:00.000Z' } }),
    email: 'old@a.example',
  });
  const gone = await addListing(db, {
    name: `Dr. ${word} Goes`,
    phone: '(512) 555-0172',
    website: 'https://b.example',
    fieldSources: JSON.stringify({ email: { source: 'staff', at: '2025-01-01T00:00:00.000Z' } }),
    email: 'front@b.example',
  });
  const of = async (id: number) => db('dentists').where({ id }).first();
  await page.goto(`/profile/${gone}`);
  const old = new URL((await page.locator('link[rel=canonical]').getAttribute('href'))!).pathname;
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin/listings?q=${word}`);
  await page.getByLabel(`Select Dr. ${word} Stays`).check();
  await expect(page.getByRole('button', { name: 'Merge two' })).toBeDisabled();
  await page.getByLabel(`Select Dr. ${word} Goes`).check();
  await page.getByRole('button', { name: 'Merge two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two listings' });
  await expect(dialog.getByRole('row')).not.toHaveCount(0);
  if (await dialog.getByRole('columnheader', { name: `Keep: Dr. ${word} Goes` }).isVisible())
    await dialog.getByRole('button', { name: 'Swap them' }).click();
  await expect(dialog.getByRole('columnheader', { name: `Keep: Dr. ${word} Stays` })).toBeVisible();
  // Staff wrote this email, so it is the better one of the two.
  await expect(dialog.getByRole('radio', { name: 'front@b.example' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'https://a.example' })).toBeChecked();
  await dialog.getByRole('radio', { name: '(512) 555-0172' }).check();
  await accessible('the merge dialog');
  await dialog.getByRole('button', { name: 'Merge them' }).click();
  await expect(dialog).toBeHidden();
  expect(await of(kept)).toMatchObject({
    phone: '(512) 555-0172',
    website: 'https://a.example',
    email: 'front@b.example',
  });
  expect((await of(gone)).deletedAt).not.toBeNull();

  // The old slug and the old id both redirect to the remaining listing.
  const moved = await page.request.get(old, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  await page.goto(old);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word} Stays`);
  const path = new URL(page.url()).pathname;
  expect(path).not.toBe(old);
  await page.goto(`/profile/${gone}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word} Stays`);

  await open(page, `/admin/listings?q=${word}&open=${kept}`);
  const sheet = page.getByRole('dialog', { name: `Dr. ${word} Stays` });
  await sheet.getByRole('tab', { name: 'History' }).click();
  await expect(sheet.getByText(`Dr. ${word} Goes was merged into this listing`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(sheet.getByText(/, undone /)).toBeVisible();
  expect(await of(kept)).toMatchObject({
    phone: '(512) 555-0171',
    website: 'https://a.example',
    email: 'old@a.example',
  });
  expect(await of(gone)).toMatchObject({ phone: '(512) 555-0172', deletedAt: null });
  await page.goto(old);
  expect(new URL(page.url()).pathname).toBe(old);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word} Goes`);
});

test("admin transfers a listing, and the new owner's invoice contains the fee", async ({
  page,
  db,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  test.setTimeout(90_000);
  const word = rare();
  const email = `${word.toLowerCase()}@example.com`;
  const [owner] = (await db('users').insert({ name: 'Nora Newowner', email }).returning('id')) as [{ id: number }];
  const id = await addListing(db, { name: `Dr. ${word} Handed` });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin/listings?open=${id}`);
  const sheet = page.getByRole('dialog', { name: `Dr. ${word} Handed` });
  await expect(sheet.getByText('Unclaimed')).toBeVisible();
  await sheet.getByRole('tab', { name: 'Transfer' }).click();
  const give = async (to: string) => {
    await sheet.getByLabel('Email of the new owner’s account').fill(to);
    await sheet.getByRole('button', { name: 'Transfer the listing' }).click();
  };
  await give(`not-${email}`);
  await expect(sheet.getByText('There is no account with this email.')).toBeVisible();
  await sheet.getByLabel('Note').fill('Sold the practice');
  await expect(sheet.getByLabel('Charge the $25 transfer fee')).toBeChecked();
  await give(email);
  await expect(sheet.getByText(email, { exact: true })).toBeVisible();
  expect((await db('dentists').where({ id }).first()).userId).toBe(owner.id);
  const invoices = async () => {
    const { stripeCustomerId } = await db('users').where({ id: owner.id }).first();
    const rows = (await db
      .withSchema('stripe_sandbox')
      .from('objects')
      .where({ kind: 'invoice', customer: stripeCustomerId ?? '' })
      .select('body')) as { body: { amountDue?: number; amount_due?: number; status: string } }[];
    return rows.map(({ body }) => [body.amount_due ?? body.amountDue, body.status]);
  };
  await expect.poll(invoices, { timeout: 40_000 }).toEqual([[2_500, 'open']]);
  await open(page, `/admin/audit?q=${word}`);
  const entry = page.getByRole('row').filter({ hasText: `Transferred listing: Dr. ${word} Handed` });
  await expect(entry).toContainText(`To ${email}, with the transfer fee. Sold the practice`);
});

test('a visitor reports a listing, and admin closes and reopens the report', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(90_000);
  expectedErrors.push(/status of 400/);
  const word = rare();
  const id = await addListing(db, { name: `Dr. ${word} Misprint`, phone: '(512) 555-0181' });
  await openAwake(page, `/profile/${id}`);
  await page.getByRole('link', { name: 'Report incorrect information' }).click();
  const form = page.getByRole('dialog', { name: 'Report incorrect information' });
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByText('Please choose what is wrong.')).toBeVisible();
  await accessible('the form for reports');
  await form.getByLabel("What's incorrect?").selectOption({ label: 'Phone number' });
  await form.getByLabel('What should it say?').fill(`It ends in 0182, says ${word}.\n<b>Really</b>`);
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText("Thanks. We'll review it.", { exact: true })).toBeVisible();

  await signIn({ role: 'admin', name: 'Maria Admin' });
  await page.evaluate(() => sessionStorage.removeItem('e2e-signed-in'));
  await open(page, '/admin/problems');
  const list = page.getByRole('grid', { name: 'Reported problems' });
  await list.getByRole('link', { name: word }).click();
  const card = page.getByRole('article', { name: 'Selected item' });
  await expect(card).toContainText('Phone number');
  await expect(card).toContainText(`It ends in 0182, says ${word}.`);
  await expect(card).toContainText('<b>Really</b>');
  await accessible('/admin/problems with a report');
  await card.getByRole('link', { name: 'Open the listing' }).click();
  await expect(page.getByRole('dialog', { name: `Dr. ${word} Misprint` })).toBeVisible();
  await page.goBack();
  await card.getByRole('button', { name: 'Resolved' }).click();
  await expect(list.getByRole('link', { name: word })).toBeHidden();
  await page.getByRole('radio', { name: 'Closed' }).click();
  await list.getByRole('link', { name: word }).click();
  await expect(card.getByText('Resolved', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Reopen' }).click();
  await expect(card.getByRole('button', { name: 'Resolved' })).toBeVisible();
  expect((await db('listingProblems').where({ dentistId: id }).first()).status).toBe('open');
});
