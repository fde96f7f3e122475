import { expect, hydrated, test } from '../harness/fixtures.ts';
import { smallPdf } from '#server/test/files/documents.ts';
import { open, paid, picture, unclaimed } from '../harness/practices.ts';

test('a visitor who claims a listing logs in and returns to it', async ({ page, db }) => {
  const { id } = await unclaimed(db);
  await open(page, `/profile/${id}`);
  await page.getByRole('link', { name: 'Login to Claim' }).click();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`/profile/${id}#claim`)}`);
  await hydrated(page);
  const email = `vera${id}@example.com`;
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('Vera Open');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('four quiet words here');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /create account|sign up/i })
    .click();
  await expect(page).toHaveURL(`/profile/${id}#claim`);
  await expect(page.getByRole('heading', { name: 'Claim This Practice' })).toBeInViewport();

  // A free plan shows the upgrade instead of the form.
  await page.getByRole('button', { name: 'Request to Claim' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade to Professional' });
  await expect(upgrade.getByText('More patient inquiries')).toBeVisible();
  await expect(upgrade.getByText('$60')).toBeVisible();
  await expect(upgrade.getByRole('link', { name: 'View all pricing plans' })).toHaveAttribute(
    'href',
    `/pricing?next=${encodeURIComponent(`/claim/${id}`)}`,
  );
  await page.keyboard.press('Escape');

  // On a paid plan, the same user submits the claim and sees it pending.
  await db('users').where({ email }).update(paid);
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Request to Claim' }).click();
  const form = page.getByRole('dialog', { name: 'Request to Claim' });
  await form.getByLabel('Phone').fill('12345');
  await form.getByRole('button', { name: 'Send claim request' }).click();
  await expect(form.getByText('Valid phone number is required')).toBeVisible();
  await expect(form.getByText('Please select your relationship to the practice')).toBeVisible();
  await form.getByLabel('Phone').fill('(512) 555-0142');
  await form.getByLabel('Relationship to practice').selectOption({ label: 'Practice Owner' });
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'license.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(form.getByText('Please upload a valid file (jpeg, jpg, png, webp, pdf)')).toBeVisible();
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'license.pdf', mimeType: 'application/pdf', buffer: smallPdf });
  await form.getByRole('button', { name: 'Send claim request' }).click();
  await expect(page.getByText('Claim Request Submitted', { exact: true })).toBeVisible();
  await expect(page.getByText('Your claim request is under review.')).toBeVisible();
  await page.getByRole('link', { name: 'Track its progress' }).click();
  const claim = page.getByRole('article').filter({ hasText: 'Vera Open' });
  await expect(claim.getByText('Pending')).toBeVisible();
  await expect(claim.getByText(/We will decide by/)).toBeVisible();
  await claim.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(claim.getByText('Withdrawn')).toBeVisible();
});

test('a signed-in user sees the personal page before any input', async ({ page, db, signIn }) => {
  const { id } = await unclaimed(db);
  await signIn(paid);
  await page.goto(`/profile/${id}`);
  await expect(page.getByRole('button', { name: 'Request to Claim' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Request to Claim' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login to Claim' })).toHaveCount(0);
});

test('an owner lists, edits, views, releases, and deletes a practice', async ({ page, db, signIn }) => {
  const { userId } = await signIn({ ...paid, name: 'Nora Hale' });
  await open(page, '/add-listing');
  await page.getByRole('button', { name: 'List Practice' }).click();
  await expect(page.getByText('Validation Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Please select at least one service').first()).toBeVisible();

  const name = `Dr. Nora Hale ${userId}`;
  await page.getByLabel('Practice name').fill('Hale Dental');
  await page.getByLabel('Practice phone').fill('(737) 555-7155');
  await page.getByLabel('Street address').fill('5 Lake Rd');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Texas' });
  await page.getByLabel('ZIP code').fill('78704');
  await page.getByLabel('Description of the practice').fill('Two chairs and a garden.');
  await page.getByLabel('Doctor name').fill(name);
  await page.getByLabel('Specialty').fill('Teeth Whitening');
  await page.getByLabel('Years of experience').fill('8');
  await page.getByLabel('Phone', { exact: true }).fill('(737) 555-7156');
  await page.getByLabel('Teeth Whitening', { exact: true }).check();
  await page.getByLabel('Veneers').check();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await picture('teal') });
  await expect(page.getByText('front.png')).toBeVisible();

  // Input survives a reload, except for the photo.
  await page.waitForTimeout(400);
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel('Doctor name')).toHaveValue(name);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await picture('teal') });

  await page.getByRole('button', { name: 'List Practice' }).click();
  await expect(page).toHaveURL(/\/profile\/\d+|\/texas\/austin\/dentist\/dr-nora-hale/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByText('Two chairs and a garden.')).toBeVisible();

  await open(page, '/dashboard');
  await page.getByRole('region', { name: 'My practices' }).getByRole('link', { name }).click();
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card.getByText('Veneers')).toBeVisible();
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  await page.getByLabel('About the practice').fill('Evenings and Saturdays.');

  // Leaving asks for confirmation.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('link', { name: 'Directory' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();

  // Each section is saved by itself.
  const saved = page.getByText('Your practice information has been updated.', { exact: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved).toBeVisible();
  await page.getByRole('button', { name: 'Edit office hours' }).click();
  await page.getByLabel('Monday: open or closed').selectOption('open');
  await page.getByRole('button', { name: 'Add a break on Monday' }).click();
  await page.getByRole('button', { name: 'Same every weekday' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Monday 9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM · 4 more days')).toBeVisible();

  // Photos are saved immediately.
  await page.getByRole('button', { name: 'Edit photos' }).click();
  await page.getByLabel('Photos to add').setInputFiles([
    { name: 'room.png', mimeType: 'image/png', buffer: await picture('coral') },
    { name: 'not.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);
  await expect(
    page.getByText('Please upload a valid image file (jpeg, jpg, png, webp)', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
  await page.getByLabel('Description of photo 2').fill('The treatment room');
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click();
  await expect(page.getByLabel('Description of photo 1')).toHaveValue('The treatment room');

  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(card.getByText('Mon 9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM')).toBeVisible();

  await card.getByRole('link', { name: 'View public page' }).click();
  await expect(page.getByText('Evenings and Saturdays.')).toBeVisible();

  await page.goBack();
  await hydrated(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore About the practice' }).click();
  await expect(page.getByText('About the practice has its earlier value again.', { exact: true })).toBeVisible();
  await expect.poll(async () => (await db('dentists').where({ name }).first()).bio).toBeNull();
  await page.getByRole('tab', { name: 'Overview' }).click();

  await card.getByRole('button', { name: "Yes, it's all correct" }).click();
  await expect(card.getByText(/Last confirmed on/)).toBeVisible();

  await card.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete practice' }).click();
  await expect(page.getByText('This action cannot be undone')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Unclaim practice' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unclaim practice' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  expect(await db('dentists').where({ name }).first()).toMatchObject({ userId: null, deletedAt: null });

  await db('dentists').where({ name }).update({ userId });
  const { id } = await db('dentists').where({ name }).first();
  await open(page, `/dashboard/listings/${id}`);
  await card.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete practice' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete practice' }).click();
  await expect(page.getByText('Practice has been deleted from your listings.', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('a user without a paid plan sees the upgrade instead of the form', async ({ page, signIn, accessible }) => {
  await open(page, '/add-listing');
  await expect(page.getByRole('link', { name: 'Log in or sign up' })).toBeVisible();
  await signIn();
  await open(page, '/add-listing');
  const upgrade = page.getByRole('dialog', { name: 'Upgrade to Professional' });
  await expect(upgrade.getByRole('link', { name: 'Upgrade to Professional' })).toHaveAttribute(
    'href',
    `/pricing?next=${encodeURIComponent('/add-listing')}`,
  );
  await accessible('upgrade dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'List Practice' })).toHaveCount(0);
});

test(
  "a claimant answers a question and proves the claim with the letter's PIN",
  { tag: '@path' },
  async ({ page, db, signIn, expectedErrors }) => {
    expectedErrors.push(/400/);
    const { userId } = await signIn({ ...paid, name: 'Pia Long' });
    const staff = await signIn({ role: 'admin', name: 'Sam Staff' });
    const { id } = await unclaimed(db);
    const now = new Date();
    const [claim] = await db('claimRequests')
      .insert({
        dentistId: id,
        userId,
        requestorName: 'Pia Long',
        requestorEmail: 'pia@example.com',
        requestorPhone: '5125550142',
        relationshipToPractice: 'owner',
        dueAt: now,
        evidenceAskedAt: now,
      })
      .returning('id');
    await db('claimEvents').insert({ claimId: claim.id, at: now, kind: 'evidence_asked', note: 'Who are you?' });
    const letter = await page.request.post(`/api/admin/claim-requests/${claim.id}/letter`, {
      headers: { Authorization: `Bearer ${staff.token}` },
      data: {},
    });
    const { pin } = (await letter.json()) as { pin: string };
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByText('Please write an answer or add a document.')).toBeVisible();
    await page.getByLabel('Your answer').fill('The owner, for ten years.');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByText('Answer sent', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Your answer')).toHaveCount(0);
    await expect(page.getByText('The owner, for ten years.')).toBeVisible();

    await page.getByLabel('PIN from the letter').fill(pin === '0000 0000' ? '1111 1111' : '0000 0000');
    await page.getByRole('button', { name: 'Confirm PIN' }).click();
    await expect(page.getByText("That PIN isn't right. You have 4 tries left.")).toBeVisible();
    await expect(page.getByText(/4 of 5 tries left/)).toBeVisible();
    await page.getByLabel('PIN from the letter').fill(pin);
    await page.getByRole('button', { name: 'Confirm PIN' }).click();
    await expect(page.getByText('PIN confirmed', { exact: true }).first()).toBeVisible();
    await expect(page.getByLabel('PIN from the letter')).toHaveCount(0);
  },
);

test('the form points out a practice that is already listed', async ({ page, db, signIn }) => {
  const { id, name } = await unclaimed(db);
  // Listings of other tests share the usual phone number, so this test uses another.
  const last = String(1_000 + (id % 9_000));
  await db('dentists')
    .where({ id })
    .update({ phone: `(737) 555-${last}` });
  await signIn(paid);
  await open(page, '/add-listing');
  await page.getByLabel('Practice phone').fill(`737.555.${last}`);
  const warning = page.getByText('Is this your practice? Claim it instead').first();
  await expect(warning).toBeVisible();
  await expect(page.getByText(new RegExp(name)).first()).toBeVisible();
});

test('an invited manager accepts through the link and can edit', async ({ page, db, signIn }) => {
  const { id, name } = await unclaimed(db);
  const [owner] = await db('users')
    .insert({ email: `owner${id}@example.com`, name: 'Olive', ...paid })
    .returning('id');
  await db('dentists').where({ id }).update({ userId: owner.id });
  const { email } = await signIn({ name: 'Max Helper' });
  const { createHash } = await import('node:crypto');
  await db('listingManagers').insert({
    dentistId: id,
    email,
    tokenHash: createHash('sha256').update('tok-en_1').digest(),
    invitedBy: owner.id,
    invitedAt: new Date(),
    expiresAt: new Date(Date.now() + 1e6),
  });
  await open(page, '/dashboard?invitation=tok-en_1');
  await expect(page.getByText(`You can now edit ${name}.`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/listings/${id}`);
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByRole('button', { name: `More about ${name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Unclaim practice' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Stop managing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop managing' }).click();
  await expect(card).toHaveCount(0);
});
