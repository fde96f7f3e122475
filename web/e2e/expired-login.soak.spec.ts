import { hashPassword } from '#server/accounts/password.ts';
import { expect, open, test, type Page } from './fixtures.ts';
import { paid, unclaimed } from './practices.ts';

interface Ids {
  listing: number;
  unclaimed: number;
}
interface OwnerForm {
  /** server/test/forms.test.ts compares these with the forms that owners have. */
  file: string;
  path: (ids: Ids) => string;
  /** Opens the form, if it isn't open at once. */
  reveal?: (page: Page) => Promise<void>;
  label: string;
  text: string;
  submit: (page: Page) => Promise<void>;
}

const password = 'four quiet words here';
const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const listingPath =
  (tab: string) =>
  ({ listing }: Ids) =>
    `/dashboard/listings/${listing}/${tab}`;

const forms: OwnerForm[] = [
  {
    file: 'ui/accounts/account/ProfileCard.tsx',
    path: () => '/account',
    label: 'Name',
    text: 'Olive N. Owner',
    submit: click('Save name'),
  },
  {
    file: 'ui/accounts/account/EmailForm.tsx',
    path: () => '/account',
    reveal: async (page) => {
      await click('Change email')(page);
      await page.getByLabel('Your password', { exact: true }).fill(password);
    },
    label: 'New email',
    text: 'olive.new@example.com',
    submit: click('Save email'),
  },
  {
    file: 'ui/listings/owner/listing/ManagersTab.tsx',
    path: listingPath('managers'),
    label: 'Invite by email',
    text: 'friend@example.com',
    submit: click('Send invitation'),
  },
  {
    file: 'ui/listings/transfers/OwnerTransfer.tsx',
    path: listingPath('managers'),
    label: 'Email of the new owner',
    text: 'buyer@example.com',
    submit: async (page) => {
      await click('Offer the listing')(page);
      await click('Send the offer')(page);
    },
  },
  {
    file: 'ui/listings/owner/edit/ListingEditor.tsx',
    path: listingPath('edit'),
    label: 'About the practice',
    text: 'Two chairs and a garden.',
    submit: click('Save'),
  },
  {
    file: 'ui/listings/owner/add/NewListingForm.tsx',
    path: () => '/add-listing',
    label: 'Practice name',
    text: 'Garden Dental',
    // The form has a dozen required fields. A reload finds out about the expired login just as well.
    submit: async (page) => void (await page.reload()),
  },
  {
    file: 'ui/appointments/owner/RequestSettings.tsx',
    path: listingPath('appointments'),
    reveal: click('Note and services'),
    label: 'Note to patients',
    text: 'Bring your insurance card.',
    submit: click('Save'),
  },
  {
    file: 'ui/appointments/owner/AnswerForms.tsx',
    path: listingPath('appointments'),
    reveal: async (page) => {
      await click('Offer a time')(page);
      await page.getByLabel('Day and time', { exact: false }).fill('2039-05-04T09:00');
    },
    label: 'Message',
    text: 'We look forward to meeting you.',
    submit: click('Send offer'),
  },
  {
    file: 'ui/claims/ClaimForm.tsx',
    path: (ids) => `/claim/${ids.unclaimed}`,
    reveal: async (page) => {
      await page.getByLabel('Relationship to practice').selectOption('owner');
      await page.getByLabel('Phone').fill('(512) 555-0142');
    },
    label: 'Additional information',
    text: 'I have run it since 2009.',
    submit: click('Send claim request'),
  },
  {
    file: 'ui/claims/ClaimActions.tsx',
    path: () => '/dashboard',
    label: 'Your answer',
    text: 'The license is in my name.',
    submit: click('Send answer'),
  },
];

test('what an owner types in any form is still there after an expired login', async ({
  page,
  db,
  signIn,
  expectedErrors,
}) => {
  test.setTimeout(600_000);
  expectedErrors.push(/status of 401/);
  // A page with unsaved text asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  const owner = await signIn({ ...paid, name: 'Olive Owner' });
  await db('users')
    .where({ id: owner.userId })
    .update({ password: await hashPassword(password) });
  const now = new Date();
  const [mine, other, asked] = [await unclaimed(db), await unclaimed(db), await unclaimed(db)];
  await db('dentists').where({ id: mine.id }).update({ userId: owner.userId });
  await db('appointmentSettings').insert({ dentistId: mine.id, ownerId: owner.userId, isOn: true, updatedAt: now });
  const patient = { name: 'Pia Patient', email: 'pia@example.com', createdAt: now, changedAt: now };
  await db('appointmentRequests').insert({ ...patient, dentistId: mine.id, ownerId: owner.userId, state: 'new' });
  await db('claimRequests').insert({
    dentistId: asked.id,
    userId: owner.userId,
    requestorName: 'Olive Owner',
    requestorEmail: owner.email,
    requestorPhone: '(512) 555-0142',
    relationshipToPractice: 'owner',
    submittedAt: now,
    evidenceAskedAt: now,
  });
  for (const form of forms)
    await test.step(form.file, async () => {
      const field = page.getByLabel(new RegExp(`^${form.label}\\s*(optional)?$`));
      await open(page, form.path({ listing: mine.id, unclaimed: other.id }));
      await form.reveal?.(page);
      await field.first().fill(form.text);
      // A request that is still to come would find out about the expired login before the form does.
      await page.waitForLoadState('networkidle');
      await db('authSessions').where({ userId: owner.userId }).delete();
      await form.submit(page);
      // Some pages lead to the login at once, and the others offer it.
      const logIn = page.getByRole('main').getByRole('link', { name: /^Log in/ });
      await expect(page.getByRole('button', { name: 'Login', exact: true }).or(logIn.first())).toBeVisible();
      if (!page.url().includes('/auth')) await logIn.first().click();
      await page.getByLabel('Email', { exact: true }).fill(owner.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).not.toHaveURL(/\/auth/);
      await expect(field.first().or(page.getByRole('button', { name: /^(Change email|Note and services|Offer a time)$/ })).first()).toBeVisible(); // prettier-ignore
      if (!(await field.first().isVisible())) await form.reveal?.(page);
      await expect(field.first()).toHaveValue(form.text);
    });
});
