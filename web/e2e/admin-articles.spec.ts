import { expect, open, test } from './fixtures.ts';

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
    await page.getByRole('button', { name: 'Publish them' }).click();
    await expect(page.getByText('Approved and published 1 draft articles', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Delete A browser draft, edited' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect(page.getByRole('row', { name: 'A browser draft, edited' })).toBeHidden();
    await accessible('/admin/topics');
  },
);
