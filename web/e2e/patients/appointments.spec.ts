import type { Knex } from 'knex';
import { expect, hydrated, open, openAwake, test, type Page, type Person } from '../harness/fixtures.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** A listing of this owner that takes requests, with two services. */
async function practice(db: Knex, { userId }: Person): Promise<{ id: number; name: string }> {
  const listing = await unclaimed(db);
  await db('dentists').where({ id: listing.id }).update({ userId });
  const services = await db('services').orderBy('id').limit(2);
  await db('dentistServices').insert(services.map((service) => ({ dentistId: listing.id, serviceId: service.id })));
  await db('appointmentSettings').insert({
    dentistId: listing.id,
    ownerId: userId,
    isOn: true,
    note: 'Parking is free behind the house.',
    updatedAt: new Date(),
  });
  return listing;
}

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

async function fillRequest(page: Page, contact: { email?: string; phone?: string }): Promise<void> {
  await page.getByLabel('Your name').fill('Pia Patient');
  if (contact.email) await page.getByLabel('Email', { exact: true }).fill(contact.email);
  if (contact.phone) await page.getByLabel('Phone', { exact: true }).fill(contact.phone);
  await page.getByLabel('Monday morning').check();
  await page.getByLabel('Thursday evening').check();
  await page.getByLabel("No, I'm a new patient").check();
}

const linkIn = (email: string) => /https?:\/\/\S+?(\/my-appointment#[\w-]{43})/.exec(email)![1]!;
/** In two days at 10:30, on the clock of the practice. */
const offeredTime = () => `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:30`;

for (const size of sizes)
  test(
    `a patient asks, the practice offers a time, and the patient accepts (${size.width})`,
    { tag: size.width === 390 ? '@path' : [] },
    async ({ page, db, signIn, browser, readEmail, accessible }) => {
      test.setTimeout(240_000);
      await page.setViewportSize(size);
      const owner = await signIn({ ...paid, name: 'Iris Long' });
      const listing = await practice(db, owner);
      const context = await browser.newContext({ viewport: size });
      const patient = await context.newPage();

      await patient.goto(`/profile/${listing.id}`);
      await hydrated(patient);
      await fits(patient);
      await shot(patient, `appointment-profile-${size.width}`);
      await patient.getByRole('link', { name: 'Request an appointment' }).click();
      await expect(patient.getByRole('heading', { level: 1, name: 'Request an appointment' })).toBeVisible();
      await hydrated(patient);
      await expect(patient.getByText('Parking is free behind the house.')).toBeVisible();
      await expect(patient.getByText("Please don't send medical details.")).toBeVisible();
      await patient.getByRole('button', { name: 'Send request' }).click();
      await expect(patient.getByText('Please enter your name.')).toBeVisible();
      await expect(patient.getByText('Please enter an email address or a phone number.')).toBeVisible();
      await expect(patient.getByText('Please choose at least one time.')).toBeVisible();
      await expect(patient.getByText("Please say whether you've been there before.")).toBeVisible();
      const email = `pia-${size.width}@example.com`;
      await fillRequest(patient, { email });
      await fits(patient);
      await shot(patient, `appointment-form-${size.width}`);
      await accessible('request form', patient);
      await patient.getByRole('button', { name: 'Send request' }).click();
      await expect(patient.getByRole('heading', { level: 1, name: 'Request sent' })).toBeVisible();
      await shot(patient, `appointment-sent-${size.width}`);
      const link = linkIn(await readEmail(email, `Your request to ${listing.name}`));

      await open(page, '/dashboard/appointments');
      const card = page.getByRole('article', { name: 'Pia Patient' });
      await expect(card.getByText('Mon morning; Thu evening')).toBeVisible();
      await fits(page);
      await card.getByRole('button', { name: 'Offer a time' }).click();
      await card.getByRole('button', { name: 'Send offer' }).click();
      await expect(card.getByText('Please choose a day and a time.')).toBeVisible();
      await card.getByLabel(/^Day and time \(Central Time\)/).fill(offeredTime());
      await card.getByLabel('Message').fill('Please come ten minutes early.');
      await shot(page, `appointment-inbox-${size.width}`);
      await accessible('inbox');
      await card.getByRole('button', { name: 'Send offer' }).click();
      await expect(page.getByText('No requests are waiting for an answer.')).toBeVisible();

      await patient.goto(link);
      await expect(patient.getByText(/can see you on .* at 10:30 AM CT\./)).toBeVisible();
      await expect(patient.getByText('“Please come ten minutes early.”')).toBeVisible();
      await fits(patient);
      await shot(patient, `appointment-offered-${size.width}`);
      await accessible('request of the patient', patient);
      await patient.getByRole('button', { name: 'Accept this time' }).click();
      await expect(patient.getByText(/You accepted .* at 10:30 AM CT/).first()).toBeVisible();
      await readEmail(owner.email, 'Pia accepted your time');

      await page.reload();
      await page.getByRole('radio', { name: 'Answered' }).check();
      await expect(card.getByText('Time accepted', { exact: true })).toBeVisible();
      await shot(page, `appointment-answered-${size.width}`);
      await context.close();
    },
  );

test('a patient without email saves the link, cancels with it, and deletes the data', async ({
  page,
  db,
  signIn,
  browser,
}) => {
  const owner = await signIn({ ...paid, name: 'Iris Long' });
  const listing = await practice(db, owner);
  const context = await browser.newContext({ viewport: sizes[0]! });
  const patient = await context.newPage();
  await openAwake(patient, `/request-appointment/${listing.id}`);
  await fillRequest(patient, { phone: '(512) 555-0177' });
  await patient.getByRole('button', { name: 'Send request' }).click();
  await expect(patient.getByText("Save it now, because we can't show it again.")).toBeVisible();
  await patient.getByRole('link', { name: 'Open my request' }).click();
  await expect(patient.getByText('The practice has your request.')).toBeVisible();
  const download = patient.waitForEvent('download');
  await patient.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('appointment-request.json');
  await patient.getByRole('button', { name: 'Cancel request' }).click();
  await patient.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click();
  await expect(patient.getByText('You canceled this request.')).toBeVisible();
  await open(page, '/dashboard/appointments');
  await page.getByRole('radio', { name: 'Ended' }).check();
  await expect(page.getByRole('article', { name: 'Pia Patient' }).getByText('Canceled by the patient')).toBeVisible();
  await patient.getByRole('button', { name: 'Delete my data' }).click();
  await patient.getByRole('alertdialog').getByRole('button', { name: 'Delete my data' }).click();
  await expect(patient.getByText('Your data has been deleted')).toBeVisible();
  expect(await db('appointmentRequests').where({ dentistId: listing.id })).toMatchObject([{ name: null, phone: null }]);
  await context.close();
});

test('an owner switches requests on and off, and chooses a note and services', async ({
  page,
  db,
  signIn,
  browser,
  accessible,
}) => {
  const owner = await signIn({ ...paid, name: 'Iris Long' });
  const listing = await practice(db, owner);
  await db('appointmentSettings').where({ dentistId: listing.id }).delete();
  const context = await browser.newContext({ viewport: sizes[1]! });
  const patient = await context.newPage();
  const button = patient.getByRole('link', { name: 'Request an appointment' });
  await patient.goto(`/profile/${listing.id}`);
  await expect(patient.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(button).toHaveCount(0);

  await open(page, '/dashboard/appointments');
  const control = page.getByRole('switch', { name: `Take requests for ${listing.name}` });
  await control.click();
  const agreement = page.getByRole('dialog', { name: 'Business associate agreement' });
  await expect(agreement.getByText('The practice is a covered entity.')).toBeVisible();
  await shot(page, 'appointment-agreement-1440');
  await accessible('agreement');
  await agreement.getByRole('button', { name: `Accept for ${listing.name}` }).click();
  await expect(agreement).toHaveCount(0);
  expect(await db('agreementAcceptances').where({ dentistId: listing.id })).toMatchObject([
    { version: 1, userId: owner.userId, acceptedBy: `Iris Long <${owner.email}>` },
  ]);
  await page.getByRole('button', { name: 'Note and services' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appointment requests' });
  await dialog.getByLabel('Note to patients').fill('We call back within a day.');
  await dialog.getByRole('checkbox').first().uncheck();
  await shot(page, 'appointment-settings-1440');
  await accessible('settings');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await patient.reload();
  await button.click();
  await expect(patient.getByText('We call back within a day.')).toBeVisible();
  await expect(patient.getByLabel('Service').locator('option')).toHaveCount(2);

  await control.click();
  await expect
    .poll(async () => (await db('appointmentSettings').where({ dentistId: listing.id }).first()).isOn)
    .toBe(false);
  await patient.reload();
  await expect(patient.getByText("This practice doesn't take appointment requests here right now.")).toBeVisible();
  await patient.goto(`/profile/${listing.id}`);
  await expect(patient.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(button).toHaveCount(0);
  await context.close();
});

test('staff open a request and close it as abuse', async ({ page, db, signIn, accessible }) => {
  const owner = await signIn({ ...paid, role: 'admin', name: 'Pat Staff' });
  const listing = await practice(db, owner);
  const at = new Date();
  const [request] = await db('appointmentRequests')
    .insert({
      dentistId: listing.id,
      ownerId: owner.userId,
      name: 'Pia Patient',
      email: 'pia@example.com',
      times: ['monday-morning'],
      isNewPatient: true,
      createdAt: at,
      changedAt: at,
    })
    .returning('id');
  await open(page, '/admin/appointments?state=new');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: String(request.id), exact: true }) });
  await expect(row).toContainText(listing.name);
  await expect(page.getByText('Pia Patient')).toHaveCount(0);
  await row.getByText(listing.name).click();
  const card = page.getByRole('dialog', { name: `Request ${request.id}` });
  await expect(card.getByText('Pia Patient')).toBeVisible();
  await shot(page, 'appointment-admin-1280');
  await accessible('requests for staff');
  await card.getByRole('button', { name: 'Close as abuse' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close request' }).click();
  await expect
    .poll(() =>
      db('auditLog')
        .where({ subject: 'appointment', subjectId: String(request.id) })
        .orderBy('id')
        .pluck('action'),
    )
    .toEqual(['appointment.opened', 'appointment.closed']);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
