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

test('an editor adds a person with credentials, who reviews an article and is introduced below it', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  test.setTimeout(120_000);
  const article = {
    title: 'Gel or strips, reviewed',
    content: 'First words.',
    excerpt: 'Which one?',
    topicId: 'teeth-whitening',
    category: 'Cosmetic',
    author: 'Sam Writer',
    readTime: 2,
    slug: `gel-or-strips-reviewed-${Date.now()}`,
    isPublished: true,
    publishedAt: new Date(),
  };
  const [{ id }] = (await db('articles').insert(article).returning('id')) as [{ id: number }];
  await signIn({ role: 'editor', name: 'Eve Editor' });
  await open(page, '/admin/topics');
  await page.getByRole('button', { name: 'People' }).click();
  await expect(page.getByText('No authors or reviewers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a person' }).click();
  const form = page.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('Name').fill('Dana Whitfield');
  await form.getByLabel('Credentials').fill('DDS');
  await form.getByLabel('Introduction').fill('Dana has whitened teeth in Austin since 2004.');
  await form.getByLabel('Web page').fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Add person' }).click();
  await expect(form.getByText('Please enter a web address such as https://www.example.com.')).toBeVisible();
  await form.getByLabel('Web page').fill('dana.example/about');
  await form.getByRole('button', { name: 'Add person' }).click();
  const list = page.getByRole('list', { name: 'Authors and reviewers' });
  await expect(list.getByText('Dana Whitfield, DDS')).toBeVisible();
  await accessible('the authors and reviewers of articles');

  await open(page, `/admin/topics?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit Article' });
  await dialog.getByRole('tab', { name: 'Settings' }).click();
  await dialog.getByLabel('Reviewer').click();
  await page.getByRole('option', { name: 'Dana Whitfield, DDS' }).click();
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByText('Dana has whitened teeth in Austin since 2004.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();

  await open(page, '/admin/topics');
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Edit Dana Whitfield, DDS' }).click();
  await page.getByRole('dialog', { name: 'Edit this person' }).getByLabel('Credentials').fill('DDS, MS');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.getByText('Dana Whitfield, DDS, MS')).toBeVisible();
  await expect(list.getByText('1 article', { exact: true })).toBeVisible();

  await open(page, `/articles/${article.slug}`);
  await expect(page.getByText('Sam Writer')).toBeVisible();
  await expect(page.getByText('Reviewed by Dana Whitfield, DDS, MS')).toBeVisible();
  const people = page.getByRole('region', { name: 'Author and reviewer' });
  await expect(people.getByText('Dana has whitened teeth in Austin since 2004.')).toBeVisible();
  await expect(people.getByRole('link')).toHaveAttribute('href', 'https://dana.example/about');
  await accessible('an article with a reviewer');
  await db('articlePeople').delete();
  await db('articles').where({ id }).delete();
});

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
