import { createHash, randomBytes } from 'node:crypto';
import { rare } from '../harness/admin.ts';
import { expect, hydrated, test } from '../harness/fixtures.ts';
import { dialog, payForPlan, plan } from '../harness/paying.ts';
import { open, paid, unclaimed } from '../harness/practices.ts';
import { expectCounts, Steps, taskRows } from '../harness/steps.ts';

/** Tasks of owners, and of someone who joins the staff, with the clicks, keys, and texts that docs/tasks.md says. */
test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }));

test('no task takes more than before, and half of them take less', () => {
  const sum = (counts: string) => counts.split(', ').reduce((total, count) => total + Number(count), 0);
  const rows = taskRows();
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const { task, before, now } of rows)
    if (/\d/.test(before)) expect([task, sum(now) <= sum(before)]).toEqual([task, true]);
  const better = rows.filter(({ before, now }) => !/\d/.test(before) || sum(now) < sum(before));
  expect(better.length).toBeGreaterThanOrEqual(rows.length / 2);
});

test('a practice is claimed from its profile, with an account and a card', async ({ page, db }) => {
  test.setTimeout(120_000);
  const { id, name } = await unclaimed(db);
  await open(page, `/profile/${id}`);
  const steps = new Steps(page);
  await steps.click(
    page.getByRole('region', { name: 'Claim This Practice' }).getByRole('link', { name: 'Create an account' }),
  );
  await hydrated(page);
  await steps.fill(page.getByLabel('Full name'), 'Olive Owner');
  await steps.fill(page.getByRole('textbox', { name: 'Email' }), `olive${id}@example.com`);
  await steps.fill(page.getByLabel('Password', { exact: true }), 'four quiet words here');
  await steps.press('Enter');
  await steps.click(page.getByRole('link', { name: 'Upgrade to Professional' }));
  await expect(page.getByText(`You're claiming ${name}`)).toBeVisible();
  await steps.click(plan(page, 'Professional').getByRole('button', { name: 'Choose Professional' }));
  await steps.fill(dialog(page).getByLabel('Card number'), '4242424242424242');
  await steps.fill(dialog(page).getByLabel('Expiry date'), '12/34');
  await steps.fill(dialog(page).getByLabel('Security code'), '123');
  await steps.press('Enter');
  await expect(page.getByRole('heading', { name: 'Show us that you run it' })).toBeVisible({ timeout: 20_000 });
  await steps.fill(page.getByLabel('Phone'), '(512) 555-0142');
  await page.getByLabel('Relationship to practice').selectOption({ label: 'Practice Owner' });
  await steps.click(page.getByRole('button', { name: 'Send claim request' }));
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  expectCounts('Claim a practice from its profile, with an account', steps);
});

test('a name, a break, its copies, two plans, and a price are edited, previewed, and saved', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn(paid);
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId, mondayHours: '9:00 AM – 5:00 PM' });
  await open(page, `/dashboard/listings/${id}/edit`);
  const steps = new Steps(page);
  await steps.click(page.getByRole('button', { name: 'Edit all' }));
  await steps.fill(page.getByLabel('Doctor name'), 'Dr. Vera Open');
  await steps.click(page.getByRole('button', { name: 'Add a break on Monday' }));
  await steps.click(page.getByRole('button', { name: 'Same every weekday' }));
  const plans = page.getByRole('group', { name: 'Plans' }).getByRole('checkbox');
  await steps.click(plans.nth(0));
  await steps.click(plans.nth(1));
  await steps.fill(page.getByLabel(/^Whitening price from|^Whitening from/).first(), '299');
  await steps.click(page.getByRole('form', { name: 'Save all changes' }).getByRole('button', { name: 'Preview' }));
  await steps.click(page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Save all changes' }));
  await expect(page.getByText('Your practice information has been updated.').first()).toBeVisible();
  const saved = await db('dentists').where({ id }).first();
  expect(saved).toMatchObject({
    name: 'Dr. Vera Open',
    fridayHours: '9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM',
    whiteningPriceFrom: 299,
  });
  expect(saved.insurancePlans.split('; ')).toHaveLength(2);
  expectCounts('Edit name, a break, its copies, two plans, a price', steps);
});

test('each section saves by itself, Enter opens the next, and a section keeps its changes while another is saved', async ({
  page,
  db,
  signIn,
}) => {
  const { userId } = await signIn(paid);
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId });
  await open(page, `/dashboard/listings/${id}/edit`);
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  await page.getByRole('button', { name: 'Edit address' }).click();
  await page.getByLabel('Street address').fill('14 Elm St');
  await page.getByLabel('Languages').fill('English, Dutch');
  await expect(page.getByRole('button', { name: 'Save all changes' })).toBeVisible();
  await page.getByLabel('Languages').press('Enter');
  await expect(page.getByText('Your practice information has been updated.').first()).toBeVisible();
  expect(await db('dentists').where({ id }).first()).toMatchObject({
    languages: 'English, Dutch',
    address: '12 Elm St',
  });
  await expect(page.getByLabel('Street address')).toHaveValue('14 Elm St');
  await expect(page.getByRole('button', { name: 'Save all changes' })).toHaveCount(0);
  // Saving the doctor moved on to the practice, which Enter opens.
  await expect(page.getByRole('button', { name: 'Edit practice' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Practice', exact: true })).toBeFocused();
  // An error in one section holds only that section back.
  await page.getByLabel('ZIP code').fill('1');
  await page.getByLabel('Practice name').fill('Elm Dental');
  await page.getByRole('button', { name: 'Save all changes' }).click();
  await expect(page.getByLabel('ZIP code')).toBeFocused();
  await page.getByLabel('Practice name').press('Enter');
  await expect.poll(async () => (await db('dentists').where({ id }).first()).practiceId).not.toBeNull();
  expect((await db('dentists').where({ id }).first()).address).toBe('12 Elm St');
});

test('another card pays after a failed renewal', async ({ page, db, signIn }) => {
  test.setTimeout(120_000);
  const person = await signIn();
  await payForPlan(page, person);
  await open(page, '/dashboard/billing');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.getByLabel('Card number').fill('4000 0000 0000 0341');
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Change card' }).click();
  await expect(page.getByText('Your card was updated.')).toBeVisible();
  await page.getByLabel('Days').selectOption('31');
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  await expect
    .poll(async () => (await db('subscriptions').where({ userId: person.userId }).first()).status as string)
    .toBe('past_due');
  await open(page, '/');
  const steps = new Steps(page);
  await steps.click(
    page.getByRole('complementary', { name: 'Failed payment' }).getByRole('button', { name: 'Update card' }),
  );
  const form = page.getByRole('dialog', { name: 'Update your card' });
  await steps.fill(form.getByLabel('Card number'), '4242 4242 4242 4242');
  await steps.fill(form.getByLabel('Expiry date'), '12/34');
  await steps.fill(form.getByLabel('Security code'), '123');
  await steps.press('Enter');
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible();
  expectCounts('Pay with another card after a failed renewal', steps);
});

test('a staff invitation is accepted', async ({ page, db }) => {
  const [boss] = await db('users')
    .insert({ email: `${rare().toLowerCase()}@example.com`, name: 'Maria Lopez', role: 'admin' })
    .returning('id');
  const token = randomBytes(32).toString('base64url');
  await db('staffInvitations').insert({
    email: `${rare().toLowerCase()}@example.com`,
    role: 'editor',
    tokenHash: createHash('sha256').update(token).digest(),
    invitedBy: boss.id,
    invitedAt: new Date(),
    expiresAt: new Date(Date.now() + 1e7),
  });
  await open(page, `/staff-invitation?token=${token}`);
  const steps = new Steps(page);
  // The link in the email.
  steps.clicks++;
  await steps.fill(page.getByLabel('Full name'), 'Nina New');
  await steps.fill(page.getByLabel('Password', { exact: true }), 'a long enough password for staff');
  await steps.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  expectCounts('Accept a staff invitation', steps);
});
