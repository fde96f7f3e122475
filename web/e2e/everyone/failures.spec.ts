import { expect, open, openAwake, test } from '../harness/fixtures.ts';

test(
  'a failed search sends one request, and another one only on demand',
  { tag: '@path' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 500/);
    let requests = 0;
    await page.route('**/api/directory?*', (route) => {
      requests += 1;
      return route.fulfill({ status: 500, json: { error: 'internal', message: 'No.' } });
    });
    await openAwake(page, '/');
    await page.getByPlaceholder('Enter your location (city, zip code)').fill('Texas');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('Failed to fetch dentists')).toBeVisible();
    await page.waitForTimeout(3_000);
    expect(requests).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => requests).toBe(2);
    // Coming back later is a new attempt.
    await page.waitForTimeout(2_500);
    await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About Enamel' })).toBeVisible();
    await page.goBack();
    await expect.poll(() => requests).toBe(3);
  },
);

test('missing statistics say that they failed', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  const failure = { status: 500, json: { error: 'internal', message: 'The statistics are not available.' } };
  await page.route('**/api/stats', (route) => route.fulfill(failure));
  await page.route('**/api/articles/stats', (route) => route.fulfill(failure));
  await openAwake(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByText('Failed to fetch stats')).toBeVisible();
  await page.getByRole('link', { name: /See the map/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Geographic Service Map' })).toBeVisible();
  await expect(page.getByText('Failed to fetch stats')).toBeVisible();
  await signIn({ role: 'admin', name: 'Pat Staff' });
  await open(page, '/admin/topics');
  await expect(page.getByText('Failed to fetch stats')).toBeVisible();
});

test('an article preview exists for scheduled articles, and for drafts only for staff', async ({
  page,
  db,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const add = async (title: string, scheduledPublishAt: string | null) => {
    const [row] = (await db('articles')
      .insert({
        title,
        slug: title.toLowerCase().replaceAll(' ', '-'),
        content: 'Text.',
        excerpt: 'Short.',
        topicId: 'oral-health',
        category: 'Health',
        author: 'Editors',
        readTime: 1,
        tags: [],
        isPublished: false,
        scheduledPublishAt,
      })
      .returning('id')) as { id: number }[];
    return row!.id;
  };
  const draft = await add('A quiet draft', null);
  const scheduled = await add('A planned article', '2099-01-01T14:00:00Z');
  for (const id of ['999999999', 'x', String(draft)]) {
    const response = await page.request.get(`/articles/preview/${id}`);
    const text = await response.text();
    expect([id, response.status(), text.includes('Article Not Found')]).toEqual([id, 404, true]);
    // React escapes the apostrophe.
    expect(text).toMatch(/The article you(?:'|&#x27;)re looking for doesn(?:'|&#x27;)t exist\./);
  }
  const response = await page.request.get(`/articles/preview/${scheduled}`);
  expect([response.status(), (await response.text()).includes('A planned article')]).toEqual([200, true]);

  await signIn({ role: 'admin', name: 'Pat Staff' });
  await open(page, `/articles/preview/${draft}`);
  await expect(page.getByRole('heading', { level: 1, name: 'A quiet draft' })).toBeVisible();
  await open(page, '/articles/preview/999999999');
  await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible();
});
