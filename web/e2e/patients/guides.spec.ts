import { expect, open, openAwake, test } from '../harness/fixtures.ts';

for (const width of [390, 1440])
  test(`guides and cities are in the navigation, and practice links stand together, at ${width} px`, async ({
    page,
    accessible,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openAwake(page, '/about');
    const isPhone = width === 390;
    if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
    const frame = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner');
    await expect(frame.getByRole('link', { name: 'Guides' })).toHaveAttribute('href', '/topics');
    await expect(frame.getByRole('link', { name: 'Browse Cities' })).toHaveAttribute('href', '/geographic-map');
    const practices = frame.getByRole('navigation', { name: 'For practices' });
    await expect(practices.getByRole('link', { name: 'Pricing' })).toBeVisible();
    if (isPhone) {
      await accessible('the menu');
      await page.keyboard.press('Escape');
    }
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('navigation', { name: 'For Patients' })).toContainText('Guides');
    await expect(footer.getByRole('navigation', { name: 'For Patients' })).toContainText('Browse Cities');
    await expect(footer.getByRole('navigation', { name: 'For Providers' }).getByRole('link')).toHaveText([
      'List Your Practice',
      'Pricing',
      'Provider Support',
    ]);
    // No accounts are set.
    await expect(footer.getByRole('list', { name: 'Social media' })).toHaveCount(0);
  });

test('the header fits the narrowest desktop and the narrowest phone', async ({ page }) => {
  for (const width of [1024, 1100, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/directory', '/profile/1', '/topics']) {
      await open(page, path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, path, overflow]).toEqual([width, path, 0]);
    }
  }
});

test('an article ends with its reviewer, its sources, and the way to dentists', async ({ page, db, accessible }) => {
  const [article] = (await db('articles')
    .where({ topicId: 'teeth-whitening', isPublished: true })
    .orderBy('id')
    .limit(1)
    .select('id', 'slug')) as [{ id: number; slug: string }];
  await db('articles')
    .where({ id: article.id })
    .update({ reviewer: 'Dana Whitfield, DDS', sources: ['A study https://example.org/study', 'A book'] });
  await openAwake(page, `/articles/${article.slug}`);
  await expect(page.getByText('Reviewed by Dana Whitfield, DDS')).toBeVisible();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('listitem')).toHaveText(['A study', 'A book']);
  await expect(sources.getByRole('link')).toHaveAttribute('href', 'https://example.org/study');
  // Search data is folded away.
  await expect(page.getByText('Meta title')).toBeHidden();
  await page.getByText('SEO information').click();
  await expect(page.getByText('Meta title')).toBeVisible();
  await accessible('an article');
  const nearby = page.getByRole('region', { name: 'Find whitening near you' });
  await nearby.getByRole('textbox', { name: 'City or ZIP code' }).fill('Texas');
  await nearby.getByRole('button', { name: 'Find dentists' }).click();
  await expect(page).toHaveURL(/\/directory\?service=Teeth\+Whitening&location=Texas/);
  await expect(page.getByRole('heading', { name: /Dentists? Found$/ })).not.toHaveText('0 Dentists Found');
});

test('the free plan explains itself and leads to a sign-up with a reason', async ({ page, accessible }) => {
  await openAwake(page, '/pricing');
  const plan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Free to Claim' }) });
  await expect(plan).toContainText('Claiming and editing a listing needs Professional.');
  await plan.getByRole('button', { name: 'Start free' }).click();
  await expect(page).toHaveURL(/\/auth\?tab=signup&plan=free/);
  await expect(page.getByText('A free account costs nothing and needs no card.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await accessible('the free sign-up');
});
