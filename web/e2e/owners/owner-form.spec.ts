import sharp from 'sharp';
import { addListing, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { paid, picture, shot, unclaimed } from '../harness/practices.ts';

const note = { name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('just a note') };

for (const width of [390, 1440])
  test(`an owner changes the practice, previews it, and adds photos at ${width} px`, async ({
    page,
    db,
    signIn,
    accessible,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    const { userId } = await signIn({ ...paid, name: 'Iris Long' });
    const { id } = await unclaimed(db);
    await db('dentists').where({ id }).update({ userId });
    await open(page, `/dashboard/listings/${id}/edit`);
    const name = `Harbor Dental ${rare()}`;
    await page.getByRole('button', { name: 'Edit social links' }).click();
    await expect(page.getByText('Pro Max only')).toBeVisible();
    await page.getByRole('button', { name: 'Edit practice' }).click();
    await page.getByLabel('Practice name').fill(name);
    await page.getByLabel('Logo').setInputFiles(note);
    await expect(page.getByText('note.png: Please upload a valid image file (jpeg, jpg, png, webp)')).toBeVisible();
    await page.getByLabel('Logo').setInputFiles({ ...note, name: 'logo.png', buffer: await picture('teal') });
    await expect(page.getByText('New logo')).toBeVisible();

    // The section of social links is still open, too.
    const practiceForm = page.getByRole('form', { name: 'Edit practice' });
    await practiceForm.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByText(name)).toBeVisible();
    await shot(page, `preview-card-${width}`);
    await preview.getByRole('radio', { name: 'Profile' }).check({ force: true });
    await expect(preview.getByRole('img', { name: `Logo of ${name}`, includeHidden: true })).toBeVisible();
    await shot(page, `preview-profile-${width}`);
    await page.keyboard.press('Escape');
    await practiceForm.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${name} · logo`)).toBeVisible();

    await page.getByRole('button', { name: 'Edit photos' }).click();
    const tiny = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'plum' } })
      .png()
      .toBuffer();
    await page.getByLabel('Photos to add').setInputFiles({ ...note, name: 'tiny.png', buffer: tiny });
    await expect(page.getByText('This photo is 300 × 200 pixels. A cover needs at least 600 × 400.')).toBeVisible();
    // A photo over 5 MB is made smaller before it is sent.
    const huge = Buffer.concat([await picture('olive'), Buffer.alloc(5_500_000)]);
    await page.getByLabel('Photos to add').setInputFiles({ ...note, name: 'huge.png', buffer: huge });
    await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('huge.png: added');
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toHaveCount(0);
    await page
      .getByLabel('Photos to add')
      .setInputFiles([{ ...note, name: 'front.png', buffer: await picture('navy') }, note]);
    const results = page.getByRole('list', { name: 'Chosen files' });
    await expect(results).toContainText('front.png: added');
    await expect(results).toContainText('note.png: Please upload a valid image file');
    await results.scrollIntoViewIfNeeded();
    await shot(page, `photo-results-${width}`);
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
    await accessible('the form of the listing');

    await expect.poll(async () => (await db('dentists').where({ id }).first()).logo).toMatch(/^\/media\//);
    const practice = await db('practices')
      .join('dentists', 'dentists.practiceId', 'practices.id')
      .where('dentists.id', id)
      .first('practices.name');
    expect(practice.name).toBe(name);
    await page.goto(`/profile/${id}`);
    await expect(page.getByRole('img', { name: `Logo of ${name}` })).toBeVisible();
    await shot(page, `profile-logo-${width}`);
  });

test(
  'an article and edits of a listing survive Escape, a reload, and an expired sign-in',
  { tag: '@path' },
  async ({ page, db, signIn, expectedErrors }) => {
    expectedErrors.push(/status of 401/);
    test.setTimeout(120_000);
    const word = rare();
    const id = await addListing(db, { name: `Dr. ${word}` });
    const { token } = await signIn({ role: 'admin', name: 'Maria Long' });
    await open(page, '/admin/topics?new=1');
    const article = page.getByRole('dialog', { name: 'Create Article' });
    await article.getByLabel('Title').fill(`On ${word}`);
    await page.keyboard.press('Escape');
    await expect(article).toBeHidden();
    await page.reload();
    await open(page, '/admin/topics?new=1');
    await expect(article.getByLabel('Title')).toHaveValue(`On ${word}`);
    await article.getByRole('button', { name: 'Discard them' }).click();
    await expect(article.getByLabel('Title')).toHaveValue('');

    await open(page, `/admin/listings?open=${id}`);
    const sheet = page.getByRole('dialog', { name: `Dr. ${word}` });
    await sheet.getByLabel('Specialty').fill('Endodontics');
    await shot(page, 'staff-form');
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await page.reload();
    await expect(sheet).toBeHidden();
    await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
    await open(page, `/admin/listings?open=${id}`);
    await expect(sheet.getByLabel('Specialty')).toHaveValue('Endodontics');
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await db('dentists').where({ id }).first()).specialty).toBe('Endodontics');
  },
);

test('staff create a listing with the form that owners use', async ({ page, db, signIn, accessible }) => {
  test.setTimeout(90_000);
  const word = rare();
  await signIn({ role: 'admin', name: 'Maria Long' });
  await open(page, '/admin/listings');
  await page.getByRole('button', { name: 'Create listing' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create a listing' });
  await sheet.getByRole('button', { name: 'Create listing' }).click();
  await expect(sheet.getByText('Please enter a name.')).toBeVisible();
  await sheet.getByLabel('Doctor name').fill(`Dr. ${word}`);
  await expect(sheet.getByText('Please enter a name.')).toBeHidden();
  await sheet.getByLabel('Practice name').fill(`${word} Dental`);
  await sheet.getByLabel('City').fill('Austin');
  await sheet.getByLabel('State').selectOption('TX');
  await sheet.getByLabel('ZIP code').fill('78701');
  await accessible('the form of a new listing');
  await shot(page, 'create-listing');
  await sheet.getByRole('button', { name: 'Create listing' }).click();
  await expect(page.getByRole('dialog', { name: `Dr. ${word}` })).toBeVisible();
  const row = await db('dentists')
    .where({ name: `Dr. ${word}` })
    .first();
  expect([row.userId, row.zipCode, row.isVerified]).toEqual([null, '78701', false]);
});
