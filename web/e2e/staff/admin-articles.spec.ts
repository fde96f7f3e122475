import { expect, open, test } from '../harness/fixtures.ts';

test(
  'admin creates, schedules, publishes, edits, and deletes an article, and approves all drafts',
  { tag: '@path' },
  async ({ page, db, signIn, accessible }) => {
    test.setTimeout(180_000);
    await db('articles').where({ isPublished: false }).whereNull('scheduledPublishAt').delete();
    await signIn({ role: 'admin', name: 'Maria Admin' });
    await open(page, '/admin/topics');
    const create = async (title: string, settings?: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Create Article' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title', { exact: true }).fill(title);
      await dialog.getByRole('textbox', { name: 'Content' }).fill('A first paragraph.\n\nA second one.');
      await dialog.getByRole('tab', { name: 'SEO & Meta' }).click();
      await dialog.getByLabel('Meta title').fill('x'.repeat(70));
      await expect(dialog.getByText('60/60 characters')).toBeVisible();
      await dialog.getByLabel('Tags').fill('one, , two,three,four,five');
      await dialog.getByRole('tab', { name: 'Settings' }).click();
      await settings?.();
      await dialog.getByRole('button', { name: 'Create Article' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('row', { name: title })).toBeVisible();
    };
    await create('A browser draft');
    await create('A browser article for later', async () => {
      await page.getByLabel('Schedule for later (optional)').fill('2030-01-01T09:00');
    });
    await create('A browser article for now', async () => {
      await page.getByLabel('Publish immediately').check();
      await expect(page.getByLabel('Schedule for later (optional)')).toBeHidden();
    });
    const rows = await db('articles').whereLike('title', 'A browser%').orderBy('id');
    expect(
      rows.map((row) => [row.isPublished, row.scheduledPublishAt?.toISOString() ?? null, row.tags.length]),
    ).toEqual([
      [false, null, 5],
      [false, '2030-01-01T14:00:00.000Z', 5],
      [true, null, 5],
    ]);
    await page.getByRole('row', { name: 'A browser draft' }).getByText('Draft', { exact: true }).click();
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('A browser draft, edited');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('row', { name: 'A browser draft, edited' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve All Drafts' }).click();
    await page.getByRole('checkbox', { name: 'Read' }).check();
    await page.getByRole('button', { name: 'Publish all now', exact: true }).click();
    await expect(page.getByText('Approved and published 1 draft articles', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Delete A browser draft, edited' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect(page.getByRole('row', { name: 'A browser draft, edited' })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Article restored', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: 'A browser draft, edited' })).toBeVisible();
    await accessible('/admin/topics');
  },
);

test('admin plans articles in the calendar, previews one, and is asked before a past time publishes it', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  test.setTimeout(120_000);
  const [{ id }] = (await db('articles')
    .insert({
      title: 'Gel or strips, planned',
      content: 'First words.\n\nShort heading\n\nMore words about gels and strips, in a longer paragraph.',
      excerpt: 'Which one?',
      topicId: 'teeth-whitening',
      category: 'Cosmetic',
      author: 'Dana Whitfield',
      readTime: 2,
      slug: `gel-or-strips-${Date.now()}`,
      scheduledPublishAt: new Date('2031-03-15T14:30:00Z'),
    })
    .returning('id')) as [{ id: number }];
  await signIn({ role: 'editor', name: 'Eve Editor' });
  await open(page, '/admin?tab=content&view=calendar&month=2031-03');
  await expect(page.getByRole('heading', { name: 'March 2031' })).toBeVisible();
  await expect(page.getByText('0 published, 1 scheduled. Times are Eastern Time.')).toBeVisible();
  const entry = page.getByRole('link', { name: /Scheduled 10:30 AM Gel or strips, planned/ });
  await expect(page.getByRole('listitem').filter({ hasText: 'Saturday, Mar 15' }).filter({ has: entry })).toBeVisible();
  await accessible('the article calendar');
  await page.keyboard.press(']');
  await expect(page.getByText('Nothing is published or scheduled in April 2031.')).toBeVisible();
  await page.keyboard.press('[');
  await entry.focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Edit Article' });
  await dialog.getByLabel('Title', { exact: true }).fill('Gel or strips, unsaved');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { name: 'Gel or strips, unsaved' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Short heading' })).toBeVisible();
  await accessible('a preview of an article');
  await dialog.getByRole('tab', { name: 'Settings' }).click();
  await expect(
    dialog.getByText(
      /^Publishes Mar 15, 2031, 10:30 AM ET, in [\d]+ days\. A scheduled article is public as soon as you save it/,
    ),
  ).toBeVisible();
  await dialog.getByLabel('Schedule for later (optional)').fill('2024-01-05T09:00');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'This time has passed. Publish now?' });
  await expect(question).toContainText('Jan 5, 2024, 9:00 AM ET was');
  await question.getByRole('button', { name: 'Choose another time' }).click();
  expect((await db('articles').where({ id }).first()).isPublished).toBe(false);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await question.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog).toBeHidden();
  expect((await db('articles').where({ id }).first()).isPublished).toBe(true);
});
