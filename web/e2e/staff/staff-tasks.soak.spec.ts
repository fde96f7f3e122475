import type { Locator, Page } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { addListing, makeClaims, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { payForPlan } from '../harness/paying.ts';

/**
 * The ten most common tasks of staff, each from Home, with the clicks, keys, and typed texts that it takes. docs/staff-tasks.md
 * has the same counts. A longer way fails here.
 */
class Steps {
  clicks = 0;
  keys = 0;
  texts = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  async click(control: Locator): Promise<void> {
    await control.click();
    this.clicks++;
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
    this.keys += keys.length;
  }
  async type(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
    this.texts++;
  }
  get counts(): { clicks: number; keys: number; texts: number } {
    return { clicks: this.clicks, keys: this.keys, texts: this.texts };
  }
}

async function startAtHome(page: Page): Promise<Steps> {
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  return new Steps(page);
}

const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }));

test('a claim is approved, and the next is rejected with a reason', async ({ page, db, signIn }) => {
  await db('claimRequests').delete();
  const claims = await makeClaims(db, 2, (n) => `Task Claim ${n}`);
  const statusOf = async (n: number) => (await db('claimRequests').where({ id: claims[n]!.id }).first()).status;
  await signIn({ role: 'reviewer', name: 'Rita Reviewer' });
  const approval = await startAtHome(page);
  await approval.press('g', 'r');
  const first = page.getByRole('region', { name: 'Claim for Task Claim 0', exact: true });
  await expect(first.getByText('1 of 2', { exact: true })).toBeVisible();
  await approval.press('a');
  await expect(first.getByRole('alert')).toBeVisible();
  await approval.press('a');
  await expect.poll(() => statusOf(0), { timeout: 30_000 }).toBe('approved');
  expect(approval.counts).toEqual({ clicks: 0, keys: 4, texts: 0 });

  const rejection = await startAtHome(page);
  await rejection.press('g', 'r');
  await expect(page.getByRole('region', { name: 'Claim for Task Claim 1', exact: true })).toBeVisible();
  await rejection.press('r');
  await rejection.type('The license belongs to someone else.');
  await rejection.press('Control+Enter');
  await expect.poll(() => statusOf(1), { timeout: 30_000 }).toBe('rejected');
  expect(rejection.counts).toEqual({ clicks: 0, keys: 4, texts: 1 });
});

test('a listing is found by phone, its number is fixed, and two listings are merged', async ({ page, db, signIn }) => {
  const word = rare();
  const id = await addListing(db, { name: `Dr. ${word} Phone`, phone: '(512) 555-0183' });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  const search = await startAtHome(page);
  await search.press('Control+k');
  await search.type('512 555 0183');
  await expect(page.getByRole('option', { name: new RegExp(`Dr. ${word}`) })).toBeVisible();
  await search.press('Enter');
  const sheet = page.getByRole('dialog', { name: `Dr. ${word} Phone` });
  await expect(sheet).toBeVisible();
  expect(search.counts).toEqual({ clicks: 0, keys: 2, texts: 1 });

  const fix = await startAtHome(page);
  await fix.press('Control+k');
  await fix.type('512 555 0183');
  await expect(page.getByRole('option', { name: new RegExp(`Dr. ${word}`) })).toBeVisible();
  await fix.press('Enter');
  await fix.click(sheet.getByLabel('Phone', { exact: true }));
  await fix.press('Control+a');
  await fix.type('(512) 555-0184');
  await fix.press('Enter');
  await expect.poll(async () => (await db('dentists').where({ id }).first()).phone).toBe('(512) 555-0184');
  expect(fix.counts).toEqual({ clicks: 1, keys: 4, texts: 2 });

  const twin = await addListing(db, { name: `Dr. ${word} Phone II`, phone: '(512) 555-0184' });
  const merge = await startAtHome(page);
  await merge.press('g', 'l');
  await title(page, 'Listings');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await merge.press('/');
  await merge.type(word);
  await expect(page.getByText('2 listings', { exact: true })).toBeVisible();
  await merge.press('Enter', 'j', 'x', 'Shift+J');
  await expect(page.getByText('2 selected')).toBeVisible();
  await merge.click(page.getByRole('button', { name: 'Merge two' }));
  const dialog = page.getByRole('dialog', { name: 'Merge two listings' });
  await merge.click(dialog.getByRole('button', { name: 'Merge them' }));
  await expect(dialog).toBeHidden();
  const deleted = await db('dentists').whereIn('id', [id, twin]).whereNotNull('deletedAt');
  expect(deleted).toHaveLength(1);
  expect(merge.counts).toEqual({ clicks: 2, keys: 7, texts: 1 });
});

test('a message is answered, and a reviewer is invited', async ({ page, db, signIn, readEmail }) => {
  await db('contactMessages').delete();
  const email = `pat-${rare().toLowerCase()}@example.com`;
  await db('contactMessages').insert({
    name: 'Pat Jones',
    email,
    category: 'billing',
    subject: 'Charged twice',
    message: 'My card was charged twice.',
    createdAt: new Date(),
  });
  const { userId } = await signIn({ role: 'admin', name: 'Maria Admin' });
  const password = 'a long enough password for staff';
  await db('users')
    .where({ id: userId })
    .update({ password: await hashPassword(password) });
  const answer = await startAtHome(page);
  await answer.press('g', 'm');
  await expect(page.getByRole('row', { name: /Charged twice/ })).toBeVisible();
  await answer.press('j', 'Enter');
  await expect(page.getByLabel('Reply to Pat Jones')).toBeVisible();
  await answer.press('r');
  await answer.type('We refunded one charge.');
  await answer.press('Control+Enter');
  expect(await readEmail(email, 'Re: Charged twice')).toContain('We refunded one charge.');
  expect(answer.counts).toEqual({ clicks: 0, keys: 6, texts: 1 });

  const invitation = await startAtHome(page);
  const invited = `new-${rare().toLowerCase()}@example.com`;
  await invitation.press('g', 'f');
  await invitation.click(page.getByRole('button', { name: 'Invite' }));
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
  await invitation.type(invited);
  // The role is a reviewer's unless another is chosen.
  await invitation.press('Tab', 'Tab');
  await invitation.type(password);
  await invitation.press('Enter');
  await expect(page.getByText(`We emailed ${invited}.`, { exact: true })).toBeVisible();
  expect(invitation.counts).toEqual({ clicks: 1, keys: 5, texts: 2 });
});

test('a payment is refunded', async ({ page, browser, signIn }) => {
  const word = rare();
  const owner = await signIn({ name: `Pat ${word}` });
  await payForPlan(page, owner);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await context.newPage();
  const admin = await signIn({ role: 'admin' });
  await desk.addInitScript((token) => localStorage.setItem('auth_token', token), admin.token);
  const refund = await startAtHome(desk);
  await refund.press('Control+k');
  await refund.type(word);
  await expect(desk.getByRole('option', { name: new RegExp(`^Pat ${word}`) })).toBeVisible();
  await refund.press('Enter');
  const sheet = desk.getByRole('dialog', { name: `Pat ${word}` });
  await refund.click(sheet.getByRole('button', { name: /^Refund invoice/ }));
  await refund.click(sheet.getByLabel('Reason'));
  await refund.type('Charged twice.');
  await refund.press('Enter');
  await expect(sheet.getByText('$60 refunded')).toBeVisible();
  expect(refund.counts).toEqual({ clicks: 2, keys: 3, texts: 2 });
  await context.close();
});

test('an article is scheduled, and an import is undone', async ({ page, db, signIn }) => {
  const word = rare();
  const { token } = await signIn({ role: 'admin', name: 'Maria Admin' });
  const schedule = await startAtHome(page);
  await schedule.press('g', 't');
  await title(page, 'Topics & Articles');
  await schedule.press('n');
  const dialog = page.getByRole('dialog');
  await schedule.click(dialog.getByLabel('Title', { exact: true }));
  await schedule.type(`Planned ${word}`);
  await schedule.click(dialog.getByRole('textbox', { name: 'Content' }));
  await schedule.type('A first paragraph.');
  await schedule.click(dialog.getByRole('tab', { name: 'Settings' }));
  await dialog.getByLabel('Schedule for later (optional)').fill('2031-01-01T09:00');
  schedule.texts++;
  await schedule.click(dialog.getByRole('button', { name: 'Create Article' }));
  await expect(dialog).toBeHidden();
  const article = await db('articles')
    .where({ title: `Planned ${word}` })
    .first();
  expect(article.scheduledPublishAt).toEqual(new Date('2031-01-01T14:00:00Z'));
  expect(schedule.counts).toEqual({ clicks: 4, keys: 3, texts: 3 });

  const file = {
    name: `${word}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,city,state\nDr. ${word},Austin,TX\n`),
  };
  await page.request.post('/api/admin/import-csv', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { csvFile: file },
  });
  await expect.poll(() => db('dentists').where({ name: `Dr. ${word}` })).toHaveLength(1);
  const undo = await startAtHome(page);
  await undo.press('g', 'i');
  await expect(page.getByRole('row', { name: new RegExp(word) })).toBeVisible();
  await undo.press('j', 'Enter');
  await undo.click(page.getByRole('button', { name: 'Undo this import' }));
  await undo.press('Tab', 'Enter');
  await expect.poll(() => db('dentists').where({ name: `Dr. ${word}` }), { timeout: 30_000 }).toHaveLength(0);
  expect(undo.counts).toEqual({ clicks: 1, keys: 6, texts: 0 });
});
