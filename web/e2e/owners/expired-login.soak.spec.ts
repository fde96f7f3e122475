import { test } from '../harness/fixtures.ts';
import { button, click, expectKeptText, password, reload, type KeptForm } from '../harness/kept-forms.ts';
import { paid, unclaimed } from '../harness/practices.ts';

interface Ids {
  group: number;
  listing: number;
  unclaimed: number;
}

const listingPath =
  (tab: string) =>
  ({ listing }: Ids) =>
    `/dashboard/listings/${listing}/${tab}`;

const forms: KeptForm<Ids>[] = [
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
    opener: button('Change email'),
    prepare: (page) => page.getByLabel('Your password', { exact: true }).fill(password),
    label: 'New email',
    text: 'olive.new@example.com',
    submit: click('Send the link'),
  },
  {
    file: 'ui/listings/owner/listing/ManagersTab.tsx',
    path: listingPath('managers'),
    label: 'Invite by email',
    text: 'friend@example.com',
    submit: click('Send invitation'),
  },
  {
    file: 'ui/groups/GroupsPage.tsx',
    path: () => '/dashboard/groups',
    label: 'Name of the group',
    text: 'Garden Dental Partners',
    submit: click('Create the group'),
  },
  {
    file: 'ui/groups/changes/ChangesTab.tsx',
    path: ({ group }) => `/dashboard/groups/${group}/changes`,
    opener: button('Add a date'),
    label: '.*: first day',
    text: '2027-12-24',
    submit: reload,
  },
  {
    file: 'ui/groups/PeopleTab.tsx',
    path: ({ group }) => `/dashboard/groups/${group}/people`,
    label: 'Email',
    text: 'colleague@example.com',
    submit: click('Send invitation'),
  },
  {
    file: 'ui/groups/claims/GroupClaimForm.tsx',
    path: ({ group }) => `/dashboard/groups/${group}/claims`,
    label: 'Phone',
    text: '(512) 555-0177',
    submit: reload,
  },
  {
    file: 'ui/groups/SettingsTab.tsx',
    path: ({ group }) => `/dashboard/groups/${group}/settings`,
    label: 'Name of the group',
    text: 'Garden Dental Group',
    submit: click('Save'),
  },
  {
    file: 'ui/groups/brand/BrandForm.tsx',
    path: ({ group }) => `/dashboard/groups/${group}/settings`,
    label: 'About',
    text: 'Care for families.',
    submit: click('Save the brand page'),
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
    opener: button('Edit doctor'),
    label: 'About the practice',
    text: 'Two chairs and a garden.',
    submit: click('Save'),
  },
  {
    file: 'ui/listings/owner/add/NewListingForm.tsx',
    path: () => '/add-listing',
    label: 'Practice name',
    text: 'Garden Dental',
    submit: reload,
  },
  {
    file: 'ui/appointments/owner/RequestSettings.tsx',
    path: listingPath('appointments'),
    opener: button('Note and services'),
    label: 'Note to patients',
    text: 'Bring your insurance card.',
    submit: click('Save'),
  },
  {
    file: 'ui/reviews/owner/ReplyForm.tsx',
    path: listingPath('reviews'),
    opener: button('Reply'),
    label: 'Your public reply',
    text: 'Thank you for your feedback.',
    submit: click('Publish the reply'),
  },
  {
    file: 'ui/appointments/owner/AnswerForms.tsx',
    path: listingPath('appointments'),
    opener: button('Offer a time'),
    prepare: (page) => page.getByLabel('Day and time', { exact: false }).fill('2039-05-04T09:00'),
    label: 'Message',
    text: 'We look forward to meeting you.',
    submit: click('Send offer'),
  },
  {
    file: 'ui/claims/ClaimForm.tsx',
    path: (ids) => `/claim/${ids.unclaimed}`,
    prepare: async (page) => {
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
  const owner = await signIn({ ...paid, subscriptionPlan: 'enterprise', name: 'Olive Owner' });
  const now = new Date();
  const [mine, other, asked] = [await unclaimed(db), await unclaimed(db), await unclaimed(db)];
  await db('dentists').where({ id: mine.id }).update({ userId: owner.userId });
  await db('appointmentSettings').insert({ dentistId: mine.id, ownerId: owner.userId, isOn: true, updatedAt: now });
  const agreement = { dentistId: mine.id, ownerId: owner.userId, version: 1, acceptedBy: 'Owner', acceptedAt: now };
  await db('agreementAcceptances').insert(agreement);
  const patient = { name: 'Pia Patient', email: 'pia@example.com', createdAt: now, changedAt: now };
  await db('appointmentRequests').insert({ ...patient, dentistId: mine.id, ownerId: owner.userId, state: 'new' });
  await db('reviews').insert({
    dentistId: mine.id,
    status: 'published',
    stars: 4,
    visitMonth: '2026-01-01',
    body: 'They explained each step, and it took an hour.',
    authorName: 'Pia P.',
    language: 'en',
    writtenAt: now,
    sentAt: now,
    changedAt: now,
    publishedAt: now,
  });
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
  const group = { ownerId: owner.userId, name: 'Garden', slug: 'garden', createdAt: now };
  const [{ id: groupId }] = (await db('groups').insert(group).returning('id')) as [{ id: number }];
  const ids = { group: groupId, listing: mine.id, unclaimed: other.id };
  await expectKeptText({ page, db, person: owner }, ids, forms);
});
