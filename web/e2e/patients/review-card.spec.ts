import { expect, hydrated, open, test } from '../harness/fixtures.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a patient opens the link of a practice’s card, with and without scripts', async ({
  page,
  db,
  signIn,
  browser,
  baseURL,
  readEmail,
  accessible,
}) => {
  const owner = await signIn({ ...paid, name: 'Iris Long' });
  const listing = await unclaimed(db);
  await db('dentists').where({ id: listing.id }).update({ userId: owner.userId });
  await open(page, `/dashboard/listings/${listing.id}/reviews`);
  const link = await page.getByLabel('Link for your patients').inputValue();
  await expect(page.getByAltText('QR code of the link')).toBeVisible();
  await accessible('link for patients');
  await shot(page, 'patient-link-390');
  await page.getByRole('link', { name: 'Card to print' }).click();
  await expect(page.getByRole('article').getByText('Tell others about your visit')).toBeVisible();
  await shot(page, 'review-card-390');
  for (const format of ['Letter', 'A4']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }

  const { pathname } = new URL(link);
  const visits = [390, 1440].flatMap((width) =>
    [true, false].map((javaScriptEnabled) => ({ width, javaScriptEnabled })),
  );
  for (const { width, javaScriptEnabled } of visits) {
    const email = `card-${width}-${javaScriptEnabled}@example.com`;
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 844 }, baseURL });
    const patient = await context.newPage();
    await patient.goto(pathname);
    if (javaScriptEnabled) await hydrated(patient);
    await expect(patient.getByText('“Invited by the practice,”')).toBeVisible();
    await patient.getByLabel('Email').fill(email);
    await patient.getByRole('button', { name: 'Email me the link' }).click();
    await expect(patient.getByText('We sent you a link')).toBeVisible();
    await readEmail(email, 'Your link to review');
    await context.close();
  }
  expect(await db('reviewInvitations').where({ dentistId: listing.id })).toMatchObject(
    visits.map(() => ({ isPracticeInvited: true })),
  );
});
