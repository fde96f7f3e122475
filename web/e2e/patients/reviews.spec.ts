import type { Knex } from 'knex';
import { expect, hydrated, open, test, type Page } from '../harness/fixtures.ts';
import { paid, picture, shot, unclaimed } from '../harness/practices.ts';

const DAY = 86_400_000;
const text = 'They explained each step, and the price was the one they had told me.';
const runJob = (db: Knex, name: string) =>
  db('jobs').insert({ name, payload: '{}', maxAttempts: 3, runAt: '-infinity' });
const linkIn = (email: string) => /https?:\/\/\S+?(\/my-review#[\w-]{43})/.exec(email)![1]!;
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

/** Ends the wait of the listing's reviews, also of those that staff must look at, and runs the job that publishes them. */
async function publish(db: Knex, dentistId: number): Promise<void> {
  await db('reviews')
    .where({ dentistId })
    .update({ status: 'waiting', publishAt: new Date(Date.now() - 1_000) });
  await runJob(db, 'reviews.publish');
  await expect.poll(() => db('reviews').where({ dentistId }).pluck('status')).toEqual(['published']);
}

for (const width of [390, 1440])
  test(
    `a patient reviews a visit at ${width} px, the practice replies, and the patient changes and deletes the review`,
    { tag: '@path' },
    async ({ page, db, signIn, browser, readEmail, accessible }) => {
      test.setTimeout(120_000);
      const viewport = { width, height: 844 };
      const email = `pia.reviews.${width}@example.com`;
      await page.setViewportSize(viewport);
      const owner = await signIn({ ...paid, name: 'Iris Long' });
      const listing = await unclaimed(db);
      await db('reviews').where({ dentistId: listing.id }).delete();
      await db('dentists').where({ id: listing.id }).update({ userId: owner.userId });
      const at = new Date(Date.now() - 3 * DAY);
      const visit = { offeredAt: new Date(Date.now() - 2 * DAY), createdAt: at, changedAt: at };
      await db('appointmentRequests').insert({
        ...visit,
        dentistId: listing.id,
        ownerId: owner.userId,
        state: 'accepted',
        name: 'Pia Patient',
        email,
      });
      await runJob(db, 'reviews.invite');
      const link = linkIn(await readEmail(email, 'How was your visit to'));

      const context = await browser.newContext({ viewport });
      const patient = await context.newPage();
      await patient.goto(link);
      await patient.getByLabel('4 stars: good').check();
      await patient.getByRole('group', { name: 'Were you seen on time?' }).getByLabel('Yes').check();
      await patient.getByLabel('What should others know?').fill(text);
      const smile = { name: 'smile.png', mimeType: 'image/png', buffer: await picture('teal') };
      await patient.getByLabel('Add a photo').setInputFiles(smile);
      await patient.getByRole('button', { name: 'Send my review' }).click();
      await expect(patient.getByText('Please confirm that you took the photos')).toBeVisible();
      await patient.getByLabel('I took these photos.').check();
      await fits(patient);
      await shot(patient, `review-form-${width}`);
      await accessible('review form', patient);
      await patient.getByRole('button', { name: 'Send my review' }).click();
      await expect(patient.getByText('Our staff are checking it')).toBeVisible();
      await publish(db, listing.id);

      await readEmail(owner.email, `New review of ${listing.name}`);
      await open(page, `/dashboard/listings/${listing.id}/reviews`);
      await page.getByRole('button', { name: 'Reply' }).click();
      await page.getByLabel('Your public reply').fill('Your crown came out well.');
      await expect(page.getByText('“Your crown” mentions a treatment.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Publish the reply' })).toBeDisabled();
      await shot(page, `review-reply-${width}`);
      await fits(page);
      await accessible('reply');
      await page.getByRole('button', { name: 'Use the words: Thank you for your feedback.' }).click();
      await page.getByRole('button', { name: 'Publish the reply' }).click();
      await expect(page.getByText(/replied on/)).toBeVisible();

      await patient.goto(`/profile/${listing.id}`);
      await hydrated(patient);
      const section = patient.getByRole('region', { name: 'Patient Reviews' });
      await expect(section.getByText(text)).toBeVisible();
      await expect(section.getByText('Visit verified')).toBeVisible();
      await expect(section.getByText('Thank you for your feedback. We take all comments seriously.')).toBeVisible();
      const data = await patient.locator('script[type="application/ld+json"]').first().innerText();
      expect(JSON.parse(data)[0]).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } });
      await fits(patient);
      await shot(patient, `review-profile-${width}`);
      await accessible('profile with a review', patient);
      await section.getByRole('link', { name: '4 stars' }).click();
      await expect(patient.getByText('1 review, newest first')).toBeVisible();
      await fits(patient);
      await accessible('all reviews', patient);
      await patient.getByRole('link', { name: 'With photos (1)' }).click();
      await patient.getByRole('link', { name: 'Photo by Pia P.' }).click();
      const large = patient.getByRole('dialog', { name: 'Photo 1 of 1' }).getByRole('img');
      await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

      await patient.goto(link);
      await expect(patient.getByText('Your review is published. Thank you.')).toBeVisible();
      await patient.getByLabel('What should others know?').fill(`${text} They called the next day.`);
      await patient.getByLabel('Remove photo 1').check();
      await patient.getByRole('button', { name: 'Send my changes' }).click();
      await expect(patient.getByText('We have your review')).toBeVisible();
      expect(await db('reviewPhotos')).toEqual([]);
      await publish(db, listing.id);
      await patient.getByRole('button', { name: 'Delete my review' }).click();
      await patient.getByRole('alertdialog').getByRole('button', { name: 'Delete my review' }).click();
      await expect(patient.getByText('Your review and your address are gone')).toBeVisible();
      expect(await db('reviews').where({ dentistId: listing.id })).toEqual([]);
      await context.close();
    },
  );
