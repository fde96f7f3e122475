import { makeClaims } from '../harness/admin.ts';
import { test } from '../harness/fixtures.ts';
import { button, click, expectKeptText, password, reload, type KeptForm } from '../harness/kept-forms.ts';
import { unclaimed } from '../harness/practices.ts';

interface Ids {
  listing: number;
  user: number;
  claim: number;
  message: number;
  privacy: number;
}

const claims = ({ claim }: Ids) => `/admin?tab=claims&claim=${claim}`;
const listing = (ids: Ids) => `/admin/listings?open=${ids.listing}`;
const message = (ids: Ids) => `/admin/messages?item=${ids.message}`;

const forms: KeptForm<Ids>[] = [
  {
    file: 'ui/admin/inbox/Notes.tsx',
    path: message,
    label: 'Staff note',
    text: 'She called twice.',
    submit: click('Add note'),
  },
  {
    file: 'ui/inbox/admin/ReplyForm.tsx',
    path: message,
    label: 'Reply to Pia Patient',
    text: 'Yes, it is ready.',
    submit: click('Send and close'),
  },
  {
    file: 'ui/admin/table/SavedViews.tsx',
    path: () => '/admin/listings',
    opener: button('Saved views'),
    label: 'Save the current view as',
    text: 'All of Texas',
    submit: click('Save this view'),
  },
  {
    file: 'ui/listings/admin/CatalogPage.tsx',
    path: () => '/admin/catalog?list=insurance-plans',
    opener: button('Add plan'),
    label: 'Name',
    text: 'Prairie Dental PPO',
    submit: click('Add plan'),
  },
  {
    file: 'ui/articles/admin/BrandDialog.tsx',
    path: () => '/admin?sub=brands',
    opener: button('Add AI Brand'),
    prepare: (page) => page.getByLabel('API endpoint').fill('https://ai.example/v1/chat/completions'),
    label: 'Name',
    text: 'Second reader',
    submit: click('Add AI Brand'),
  },
  {
    file: 'ui/articles/admin/form/ArticleForm.tsx',
    path: () => '/admin/topics?new=1',
    label: 'Title',
    text: 'How gels work',
    submit: reload,
  },
  {
    file: 'ui/articles/admin/people/PersonDialog.tsx',
    path: () => '/admin/topics',
    opener: button('People'),
    prepare: click('Add a person'),
    label: 'Name',
    text: 'Dana Whitfield',
    submit: click('Add person'),
  },
  {
    file: 'ui/claims/admin/evidence/StaffEvidence.tsx',
    path: claims,
    opener: button('Record a call'),
    label: 'What you checked',
    text: 'Reached the front desk.',
    submit: click('Record a call'),
  },
  {
    file: 'ui/claims/admin/decision/TemplatesDialog.tsx',
    path: claims,
    opener: button('Templates'),
    prepare: async (page) => {
      await page.getByRole('menuitem', { name: 'Edit templates…' }).click();
      await click('New template')(page);
      await page.getByLabel('Name', { exact: false }).last().fill('Greeting');
    },
    label: 'Note',
    text: 'Thank you, {claimant}.',
    submit: click('Save template'),
  },
  {
    file: 'ui/claims/admin/decision/DecisionPanel.tsx',
    path: claims,
    label: 'Notes',
    text: 'Please send a photo of the license.',
    submit: click(/^Ask for more evidence/),
  },
  {
    file: 'ui/claims/admin/queue/BulkBar.tsx',
    path: claims,
    opener: (page) => page.getByLabel('Select all'),
    label: 'One note for 1 claim',
    text: 'Thank you for your patience.',
    // A decision is sent after ten seconds, in which it can be undone.
    submit: reload,
  },
  {
    file: 'ui/listings/admin/StaffListingForm.tsx',
    path: listing,
    label: 'Specialty',
    text: 'Endodontics',
    submit: click('Save changes'),
  },
  {
    file: 'ui/listings/admin/TransferForm.tsx',
    path: listing,
    opener: (page) => page.getByRole('tab', { name: 'Transfer' }),
    label: 'Email of the new owner’s account',
    text: 'buyer@example.com',
    submit: click('Transfer the listing'),
  },
  {
    file: 'ui/listings/admin/CreateListingSheet.tsx',
    path: () => '/admin/listings',
    opener: button('Create listing'),
    label: 'Doctor name',
    text: 'Dr. Nora New',
    submit: reload,
  },
  {
    file: 'ui/listings/admin/CatalogDialogs.tsx',
    path: () => '/admin/catalog',
    opener: button(/^Rename /),
    label: 'Name',
    text: 'Brighter Teeth',
    submit: click('Rename'),
  },
  {
    file: 'ui/accounts/admin/staff/InviteDialog.tsx',
    path: () => '/admin/staff?invite=1',
    prepare: (page) => page.getByLabel('Your own password', { exact: true }).fill(password),
    label: 'Email',
    text: 'colleague@example.com',
    submit: click('Send invitation'),
  },
  {
    file: 'ui/accounts/admin/billing/BillingForm.tsx',
    path: ({ user }) => `/admin/users?open=${user}`,
    opener: button('Give a plan'),
    label: 'Reason',
    text: 'An apology for the outage.',
    submit: click('Give the plan'),
  },
  {
    file: 'ui/insights/admin/PrivacyRequestDialog.tsx',
    path: ({ privacy }) => `/admin/privacy?item=${privacy}`,
    opener: button('Record the outcome'),
    label: 'Outcome',
    text: 'Sent a copy of the data.',
    submit: click('Mark as answered'),
  },
  {
    file: 'ui/insights/admin/RecordRequestDialog.tsx',
    path: () => '/admin/privacy?new=1',
    prepare: (page) => page.getByLabel('Email', { exact: false }).last().fill('paul@example.com'),
    label: 'Name',
    text: 'Paul Postman',
    submit: click('Add request'),
  },
  {
    file: 'ui/ads/admin/AdSenseSettings.tsx',
    path: () => '/admin?tab=system',
    label: 'ads.txt',
    text: 'ads.example, 1, DIRECT',
    submit: click('Save ads.txt'),
  },
  {
    file: 'ui/admin/SiteSettingsForm.tsx',
    path: () => '/admin/brand',
    label: 'Short description',
    text: 'Dentists around the bay.',
    submit: click('Save'),
  },
  {
    file: 'ui/status/admin/NoticeForm.tsx',
    path: () => '/admin/status',
    opener: button('New notice'),
    prepare: (page) => page.getByLabel('Title', { exact: false }).fill('Emails are late'),
    label: 'Text',
    text: 'We restart the mail server.',
    submit: click('Publish'),
  },
  {
    file: 'ui/appointments/admin/AgreementDialog.tsx',
    path: () => '/admin/appointments',
    opener: button('Agreement with practices'),
    label: 'Text',
    text: 'Both sides protect what patients send.',
    submit: click(/^Publish version/),
  },
];

test('what staff type in any form is still there after an expired login', async ({
  page,
  db,
  signIn,
  expectedErrors,
}) => {
  test.setTimeout(900_000);
  expectedErrors.push(/status of 401/);
  const now = new Date();
  await db('claimRequests').where({ status: 'pending' }).delete();
  const [claim] = await makeClaims(db, 1, () => 'Kept Practice');
  const { id } = await unclaimed(db);
  const patient = { name: 'Pia Patient', email: 'pia@example.com', message: 'Is my listing ready?' };
  const [received] = await db('contactMessages')
    .insert({ ...patient, subject: 'A question', category: 'general', createdAt: now })
    .returning('id');
  const [request] = await db('privacyRequests')
    .insert({ ...patient, kind: 'access', receivedAt: now, dueAt: new Date(now.getTime() + 1e9) })
    .returning('id');
  // The page belongs to the first of them.
  const person = await signIn({ role: 'admin', name: 'Maria Admin' });
  const { userId } = await signIn({ name: 'Una User' });
  const ids = { listing: id, user: userId, claim: claim!.id, message: received.id, privacy: request.id };
  await expectKeptText({ page, db, person }, ids, forms);
});
