import { awake, expect, hydrated, test } from '../harness/fixtures.ts';
import { picture, unclaimed } from '../harness/practices.ts';

test("the profile shows a plan's perks only while it is paid", async ({ page, db, signIn, browser }) => {
  test.setTimeout(180_000);
  const { id } = await unclaimed(db);
  const owner = await signIn({ name: 'Olive Owner', subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
  await db('dentists').where({ id }).update({
    userId: owner.userId,
    isVerified: true,
    website: 'https://www.olive-dental.example',
    youtubeUrl: 'https://www.youtube.com/watch?v=olive',
    facebookUrl: 'https://www.facebook.com/olive',
  });
  for (const [color, alt] of [
    ['teal', 'The reception'],
    ['coral', 'The chair'],
  ]) {
    const image = `data:image/png;base64,${(await picture(color!)).toString('base64')}`;
    const added = await page.request.post(`/api/user/dentists/${id}/photos`, {
      headers: { Authorization: `Bearer ${owner.token}` },
      data: { image, alt },
    });
    expect(added.status()).toBe(200);
  }
  // The server renders the photos, and arrow keys page through them.
  await page.goto(`/profile/${id}`);
  await hydrated(page);
  const photos = page.getByRole('region', { name: 'Photos' }).getByRole('link');
  await expect(photos).toHaveCount(2);
  await expect(page.locator('[data-later]').first()).toBeAttached();
  await photos.first().click();
  const shown = (n: number) => page.getByRole('dialog', { name: `Photo ${n} of 2` });
  await expect(shown(1)).toBeVisible();
  for (const [key, n] of [
    ['ArrowRight', 2],
    ['ArrowRight', 1],
    ['ArrowLeft', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(shown(n)).toBeVisible();
  }
  const ads = await db('adSettings').first();
  await db('adSettings').update({ sidebarAdsEnabled: true, sidebarAdCode: '<p>An ad</p>' });

  const visitor = await (await browser.newContext()).newPage();
  const look = async () => {
    await visitor.goto(`/profile/${id}`);
    await awake(visitor);
    await visitor.waitForLoadState('networkidle');
    const shows = async (what: ReturnType<typeof visitor.locator>) => (await what.count()) > 0;
    return {
      badge: await shows(visitor.getByText('Verified Provider')),
      website: await shows(visitor.getByRole('link', { name: 'olive-dental.example' })),
      photo: await shows(visitor.getByAltText('The chair')),
      social: await shows(visitor.getByRole('link', { name: /Facebook/ }).and(visitor.locator('[href*=olive]'))),
      youtube: await shows(visitor.getByRole('link', { name: /YouTube/ }).and(visitor.locator('[href*=olive]'))),
      ads: await shows(visitor.getByRole('complementary', { name: 'Advertisement, sidebar' })),
    };
  };
  const off = { badge: false, website: false, photo: false, social: false, youtube: false, ads: true };
  const professional = { badge: true, website: true, photo: true, social: true, youtube: false, ads: false };
  try {
    for (const [subscriptionPlan, subscriptionStatus, perks] of [
      ['pro_max', 'active', { ...professional, youtube: true }],
      ['professional', 'active', professional],
      ['professional', 'past_due', off],
      ['pro_max', 'canceled', off],
      ['enterprise', 'active', { ...professional, youtube: true }],
      ['free', 'inactive', off],
    ] as const) {
      await db('users').where({ id: owner.userId }).update({ subscriptionPlan, subscriptionStatus });
      expect([subscriptionPlan, subscriptionStatus, await look()]).toEqual([
        subscriptionPlan,
        subscriptionStatus,
        perks,
      ]);
    }
  } finally {
    await db('adSettings').update({ sidebarAdsEnabled: ads.sidebarAdsEnabled, sidebarAdCode: ads.sidebarAdCode });
    await visitor.context().close();
  }
});
