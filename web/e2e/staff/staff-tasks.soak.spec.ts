import type { Page } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { addListing, makeClaims, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { payForPlan } from '../harness/paying.ts';
import { expectCounts, Steps } from '../harness/steps.ts';

/** Tasks of staff with the clicks, keys, and texts that docs/tasks.md says. Those by keyboard begin at Home. */
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
  // The first has good evidence, so that it needs no second confirmation.
  await db('claimRequests').where({ id: claims[0]!.id }).update({ pinConfirmedAt: new Date() });
  await signIn({ role: 'reviewer', name: 'Rita Reviewer' });
  await open(page, '/admin?tab=claims');
  const first = page.getByRole('region', { name: 'Claim for Task Claim 0', exact: true });
  await expect(first.getByText('1 of 2', { exact: true })).toBeVisible();
  const approval = new Steps(page);
  await approval.press('a');
  await expect.poll(() => statusOf(0), { timeout: 30_000 }).toBe('approved');
  expectCounts('Approve a claim with good evidence', approval);

  await expect(page.getByRole('region', { name: 'Claim for Task Claim 1', exact: true })).toBeVisible();
  const rejection = new Steps(page);
  await rejection.press('r');
  await rejection.type('The license belongs to someone else.');
  await rejection.press('Control+Enter');
  await expect.poll(() => statusOf(1), { timeout: 30_000 }).toBe('rejected');
  expectCounts('Reject a claim with a reason', rejection);
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
  expectCounts('Find a listing by phone', search);

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
  expectCounts("Fix a listing's phone number", fix);

  await page.keyboard.press('Escape');
  const verify = await startAtHome(page);
  await verify.press('Control+k');
  await verify.type(`verify ${word}`);
  await expect(page.getByRole('option', { name: new RegExp(`^Verify Dr. ${word}`) })).toBeVisible();
  await verify.press('Enter');
  await expect.poll(async () => (await db('dentists').where({ id }).first()).isVerified).toBe(true);
  expectCounts('Verify a listing by name', verify);

  const twin = await addListing(db, { name: `Dr. ${word} Phone II`, phone: '(512) 555-0184' });
  const merge = await startAtHome(page);
  await merge.press('g', 'l');
  await title(page, 'Listings');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await merge.press('/');
  await merge.type(word);
  await expect(page.getByText('2 listings', { exact: true })).toBeVisible();
  await merge.click(page.getByRole('checkbox', { name: 'Select all rows' }));
  await merge.click(page.getByRole('button', { name: 'Merge two' }));
  const dialog = page.getByRole('dialog', { name: 'Merge two listings' });
  await merge.click(dialog.getByRole('button', { name: 'Merge them' }));
  await expect(dialog).toBeHidden();
  const deleted = await db('dentists').whereIn('id', [id, twin]).whereNotNull('deletedAt');
  expect(deleted).toHaveLength(1);
  expectCounts('Merge two listings', merge);
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
  expectCounts('Answer a message', answer);

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
  expectCounts('Invite a reviewer', invitation);
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
  await refund.type(`refund ${word}`);
  await expect(desk.getByRole('option', { name: new RegExp(`^Refund Pat ${word}`) }).first()).toBeVisible();
  await refund.press('Enter');
  await expect(desk.getByLabel('Reason')).toBeFocused();
  await refund.type('Charged twice.');
  await refund.press('Enter');
  await expect(desk.getByText('$60 refunded').first()).toBeVisible();
  expectCounts('Refund a payment', refund);
  await context.close();
});

test('an article is scheduled, and an import is undone', async ({ page, db, signIn }) => {
  const word = rare();
  const { token } = await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin/topics');
  await title(page, 'Topics & Articles');
  const schedule = new Steps(page);
  await schedule.click(page.getByRole('button', { name: 'Create Article' }));
  const dialog = page.getByRole('dialog');
  await schedule.fill(dialog.getByLabel('Title', { exact: true }), `Planned ${word}`);
  await schedule.fill(dialog.getByLabel('Excerpt', { exact: true }), 'What is planned.');
  await schedule.fill(dialog.getByRole('textbox', { name: 'Content' }), 'A first paragraph.');
  await schedule.click(dialog.getByRole('tab', { name: 'Settings' }));
  await schedule.fill(dialog.getByLabel('Schedule for later (optional)'), '2031-01-01T09:00');
  await schedule.click(dialog.getByRole('button', { name: 'Create Article' }));
  await expect(dialog).toBeHidden();
  const article = await db('articles')
    .where({ title: `Planned ${word}` })
    .first();
  expect(article.scheduledPublishAt).toEqual(new Date('2031-01-01T14:00:00Z'));
  expectCounts('Schedule an article', schedule);

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
  await undo.click(page.getByRole('row', { name: new RegExp(word) }));
  await undo.click(page.getByRole('button', { name: 'Undo this import' }));
  await undo.click(page.getByRole('alertdialog').getByRole('button', { name: /undo/i }));
  await expect.poll(() => db('dentists').where({ name: `Dr. ${word}` }), { timeout: 30_000 }).toHaveLength(0);
  expectCounts('Undo an import', undo);
});

test('a backup is restored into a copy to prove that it is whole', async ({ page, signIn }) => {
  test.setTimeout(300_000);
  const { token } = await signIn({ role: 'admin', name: `Maria ${rare()}` });
  const headers = { authorization: `Bearer ${token}` };
  const { id } = await (await page.request.post('/api/admin/backups', { headers })).json();
  const runs = async () => (await (await page.request.get('/api/admin/backups', { headers })).json()).runs;
  await expect
    .poll(async () => (await runs()).find((run: { id: number }) => run.id === id)?.status, { timeout: 90_000 })
    .toBe('done');
  const drill = await startAtHome(page);
  await drill.press('g', 'b');
  await title(page, 'Backups');
  const newest = page.getByRole('region', { name: 'Backups' }).getByRole('row').nth(1);
  await drill.click(newest.getByRole('button', { name: /^Test the backup of/ }));
  await expect(newest.getByText('Passed')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/^The backup can be restored: [\d,]+ rows in \d+ tables/)).toBeVisible();
  expectCounts('Test that the newest backup can be restored', drill);
});

test('a service is added to 155 listings and taken off again, and a message of a list is answered', async ({
  page,
  db,
  signIn,
  readEmail,
}) => {
  const word = rare();
  await db('dentists').insert(
    Array.from({ length: 155 }, (_, n) => ({ name: `Dr. ${word} ${n}`, city: 'Austin', state: 'TX' })),
  );
  const [service] = await db('services')
    .insert({ name: `Service ${word}` })
    .returning('id');
  const uses = async () => (await db('dentistServices').where({ serviceId: service.id })).length;
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin/listings?q=${word}`);
  const add = new Steps(page);
  await add.click(page.getByRole('checkbox', { name: 'Select all rows' }));
  await add.click(page.getByRole('button', { name: 'Select all 155 listings' }));
  await add.click(page.getByRole('button', { name: 'Change', exact: true }));
  await add.click(page.getByRole('menuitem', { name: 'Add a service' }));
  await page
    .getByRole('dialog')
    .getByLabel('Add a service')
    .selectOption({ label: `Service ${word}` });
  await add.click(page.getByRole('dialog').getByRole('button', { name: /155 listings/ }));
  await expect(page.getByText('155 listings changed')).toBeVisible({ timeout: 20_000 });
  expect(await uses()).toBe(155);
  expectCounts('Add a service to 155 listings', add);
  const undo = new Steps(page);
  await undo.click(page.getByRole('button', { name: 'Undo', exact: true }));
  await expect.poll(uses, { timeout: 20_000 }).toBe(0);
  expectCounts('Undo that', undo);

  await db('contactMessages').delete();
  const email = `pat-${rare().toLowerCase()}@example.com`;
  const message = { name: 'Pat Jones', email, category: 'billing', subject: 'A question', message: 'Is it free?' };
  await db('contactMessages').insert({ ...message, createdAt: new Date() });
  await open(page, '/admin/messages');
  const reply = new Steps(page);
  await reply.click(page.getByRole('row', { name: /A question/ }));
  await reply.fill(page.getByLabel('Reply to Pat Jones'), 'It is.');
  await reply.press('Control+Enter');
  expect(await readEmail(email, 'Re: A question')).toContain('It is.');
  expectCounts('Reply to an open list of messages', reply);
});

test('three AdSense fields are set with one save', async ({ page, db, signIn }) => {
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin?tab=system');
  try {
    const ads = new Steps(page);
    await ads.fill(page.getByLabel('Publisher ID'), 'pub-1234567890123456');
    await ads.fill(page.getByLabel('AdSense code'), '<script></script>');
    await ads.fill(page.getByLabel('ads.txt'), 'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0');
    await ads.click(page.getByRole('button', { name: 'Save', exact: true }));
    await expect
      .poll(() => db('adSettings').first('publisherId', 'adsTxt'))
      .toEqual({
        publisherId: 'pub-1234567890123456',
        adsTxt: 'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0',
      });
    expectCounts('Set three AdSense fields', ads);
  } finally {
    await db('adSettings').update({ publisherId: null, adsenseCode: null, adsTxt: null });
  }
});
