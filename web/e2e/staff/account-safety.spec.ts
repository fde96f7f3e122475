import { createHash } from 'node:crypto';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test, type Page } from '../harness/fixtures.ts';
import { rare } from '../harness/admin.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

const password = 'four quiet words for staff';

/** Takes screenshots on a phone, a tablet, and a desktop, and checks that nothing is wider than the screen. */
async function shots(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await shot(page, `${name}-${width}`);
  }
}

test('a new member of the staff joins with one email, one form, and two pages', async ({ page, db, accessible }) => {
  const [boss] = await db('users')
    .insert({ email: `boss${Date.now()}@example.com`, name: 'Maria Lopez', role: 'admin' })
    .returning('id');
  const email = `new${Date.now()}@example.com`;
  await db('staffInvitations').insert({
    email,
    role: 'editor',
    tokenHash: createHash('sha256').update('an-emailed-invitation').digest(),
    invitedBy: boss.id,
    invitedAt: new Date(),
    expiresAt: new Date(Date.now() + 1e7),
  });
  const pages: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pages.push(new URL(frame.url()).pathname));
  await open(page, '/staff-invitation?token=an-emailed-invitation');
  await expect(page.getByText('Maria Lopez invited')).toBeVisible();
  await accessible('staff invitation');
  await shots(page, 'staff-invitation');
  await page.getByLabel('Full name').fill('Nina New');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Join the staff' }).click();
  await expect(page.getByText('Please use at least 15 characters.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join the staff' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([...new Set(pages)]).toEqual(['/staff-invitation', '/admin']);
  const member = await db('users').where({ email }).first();
  expect(member).toMatchObject({ role: 'editor', name: 'Nina New' });
  expect(member.emailVerifiedAt).not.toBeNull();
});

test('a field of 500 listings is changed, kept over a reload, and undone by a colleague of someone who left', async ({
  page,
  browser,
  baseURL,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  // The page of the author, who is no longer staff, keeps asking.
  expectedErrors.push(/403/);
  const word = rare();
  await db('dentists').insert(
    Array.from({ length: 500 }, (_, n) => ({
      name: `Dr. ${word} ${n}`,
      specialty: n < 400 ? 'General Dentist' : null,
      city: 'Austin',
      state: 'TX',
    })),
  );
  const countSpecialty = async (specialty: string) =>
    (await db('dentists').where('name', 'like', `Dr. ${word} %`).where({ specialty })).length;
  const author = await signIn({ role: 'admin', name: 'Alex Author' });
  await open(page, `/admin/listings?q=${word}&sort=-specialty`);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Select all 500 listings' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change a field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field', { exact: true }).selectOption('specialty');
  await dialog.getByLabel('New value of Specialty').fill('Orthodontist');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Values that are replaced' }).getByRole('listitem')).toHaveText([
    'General Dentist400 listings',
    'Empty100 listings',
  ]);
  await accessible('the preview of a bulk change');
  await dialog.getByRole('button', { name: 'Change 500 listings' }).click();
  await expect(page.getByText('500 listings changed')).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(page.getByText('500 listings changed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  expect(await countSpecialty('Orthodontist')).toBe(500);
  await db('users').where({ id: author.userId }).update({ role: 'user' });

  const colleague = await signIn({ role: 'admin', name: 'Cory Colleague' });
  const desk = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await desk.addInitScript((token) => localStorage.setItem('auth_token', token), colleague.token);
  await open(desk, '/admin/audit?q=bulk_changed');
  await desk.getByText('Changed several listings').first().click();
  const sheet = desk.getByRole('dialog');
  await expect(sheet.getByText('Specialty “Orthodontist”: 500 rows')).toBeVisible();
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await expect(sheet.getByText('500 listings restored')).toBeVisible({ timeout: 20_000 });
  expect(await countSpecialty('General Dentist')).toBe(400);
  const entries = await db('auditLog').where({ action: 'listings.bulk_undone', actorName: 'Cory Colleague' });
  expect(entries.map(({ note }) => note)).toEqual(['Specialty “Orthodontist”: 500 rows restored']);
});

test('a weaker security setting asks for the password, and the other administrators get an email', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
  readEmail,
}) => {
  expectedErrors.push(/403/, /400/);
  const colleague = await db('users')
    .insert({ email: `cory${Date.now()}@example.com`, name: 'Cory Colleague', role: 'admin' })
    .returning('email');
  const me = await signIn({ role: 'admin', name: 'Ada Staff' });
  await db('users')
    .where({ id: me.userId })
    .update({ password: await hashPassword(password) });
  await db('authSessions')
    .where({ userId: me.userId })
    .update({ createdAt: new Date(Date.now() - 3_600_000) });
  await open(page, '/admin?tab=system&sub=security');
  const timeout = page.getByLabel('Session timeout');
  await expect(timeout).toHaveValue('30');
  await timeout.selectOption('240');
  const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
  await accessible('security settings ask for the password');
  await shots(page, 'security-password');
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Change the setting' }).click();
  await expect(dialog.getByText("That's not your password.")).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(timeout).toHaveValue('30');
  await timeout.selectOption('240');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Change the setting' }).click();
  await expect(timeout).toHaveValue('240');
  expect(await readEmail(colleague[0].email, 'A security setting was changed')).toContain('240 minutes');
  await db('systemSettings').delete();
});

test('an owner learns before saving that an edit pauses the badge, and a small edit keeps it', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  const owner = await signIn({ ...paid, name: 'Iris Long' });
  const { id } = await unclaimed(db);
  const [practice] = await db('practices').insert({ name: 'Long Dental' }).returning('id');
  await db('dentists')
    .where({ id })
    .update({ practiceId: practice.id, userId: owner.userId, isVerified: true, ownershipReviewedAt: new Date() });
  await open(page, `/dashboard/listings/${id}/edit`);
  await page.getByRole('button', { name: 'Edit practice' }).click();
  const name = page.getByLabel('Practice name');
  const before = await name.inputValue();
  const warning = page.getByText('The Verified badge pauses');
  await name.fill(`${before} & Family`);
  await expect(warning).toHaveCount(0);
  await name.fill('Quite Another Place');
  await expect(warning).toBeVisible();
  await expect(
    page.getByText('Saving pauses the Verified badge until we have checked the practice name.'),
  ).toBeVisible();
  await accessible('the badge pauses');
  await shots(page, 'badge-pauses');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByText('Changes under review')).toBeVisible();
  await page.keyboard.press('Escape');
  await name.fill(`${before} & Family`);
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await db('dentists').where({ id }).first('isVerified')).isVerified as boolean)
    .toBe(true);
});
