import { expect, openAwake, test, type Page } from '../harness/fixtures.ts';
import { shot, unclaimed } from '../harness/practices.ts';

/** Browsers of these tests have no phone app. */
const keepFromCalling = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault();
    }),
  );
/** Pretends that the phone app covers the page, or no longer does. */
const cover = (page: Page, visibilityState: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibilityState);

const question = (page: Page) => page.getByRole('status', { name: 'Your call' });

test('on return from a call, a phone asks once whether the practice answered', async ({ browser, db, accessible }) => {
  test.setTimeout(120_000);
  const { id } = await unclaimed(db);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await keepFromCalling(page);
  await openAwake(page, `/profile/${id}`);
  await page.locator('#call-practice').click();
  await cover(page, 'hidden');
  await page.waitForTimeout(3_000);
  await cover(page, 'visible');
  await expect(question(page)).toHaveCount(0);
  await cover(page, 'hidden');
  await page.waitForTimeout(10_500);
  await cover(page, 'visible');
  await expect(question(page)).toContainText('Did they answer?');
  await expect(question(page)).toContainText('You called (512) 555-0142.');
  await shot(page, 'call-question-390');
  await accessible('question after a call', page);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(question(page)).toContainText('Thanks for telling us.');
  await expect
    .poll(() => db('callAnswers').where({ dentistId: id }).select('answer', 'n'))
    .toEqual([{ answer: 'yes', n: 1 }]);
  await expect(question(page)).toHaveCount(0);
  // Only once a week for a listing.
  await page.locator('#call-practice').click();
  await cover(page, 'hidden');
  await page.waitForTimeout(10_500);
  await cover(page, 'visible');
  await page.waitForTimeout(1_000);
  await expect(question(page)).toHaveCount(0);
  await context.close();
});

test('a computer asks 20 seconds after a call, and the question can be dismissed', async ({ page, db, accessible }) => {
  test.setTimeout(120_000);
  const { id } = await unclaimed(db);
  await page.setViewportSize({ width: 1440, height: 900 });
  await keepFromCalling(page);
  await openAwake(page, `/profile/${id}`);
  await page.locator('#call-practice').click();
  await page.waitForTimeout(15_000);
  await expect(question(page)).toHaveCount(0);
  await expect(question(page)).toContainText('Did they answer?', { timeout: 10_000 });
  await shot(page, 'call-question-1440');
  await accessible('question after a call');
  await question(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(question(page)).toHaveCount(0);
  expect(await db('callAnswers').where({ dentistId: id })).toEqual([]);
});

test('a profile shows how often the practice was reached', { tag: '@path' }, async ({ page, db }) => {
  const { id } = await unclaimed(db);
  const month = `${new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date()).slice(0, 7)}-01`;
  await db('callAnswers').insert({ dentistId: id, month, answer: 'yes', n: 14 });
  await page.goto(`/profile/${id}`);
  await expect(page.getByText('Reached by phone 14 times this month')).toBeVisible();
});
