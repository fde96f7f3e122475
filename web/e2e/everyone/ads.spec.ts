import type { Page } from '@playwright/test';
import { awake, expect, test } from '../harness/fixtures.ts';
import { unclaimed } from '../harness/practices.ts';

const slots = ['header', 'sidebar', 'footer'] as const;
const adsOn = Object.fromEntries(
  slots.flatMap((slot) => [
    [`${slot}AdsEnabled`, true],
    [`${slot}AdCode`, `<b>${slot} ad</b>`],
  ]),
);
const adsOff = Object.fromEntries(
  slots.flatMap((slot) => [
    [`${slot}AdsEnabled`, false],
    [`${slot}AdCode`, null],
  ]),
);

/** The titles of the visible ads, in the order of the page. */
const shownSlots = (page: Page) =>
  page.locator('iframe[title^="Advertisement"]').evaluateAll((frames) =>
    frames
      .filter((frame) => frame.checkVisibility())
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((frame) => (frame as HTMLIFrameElement).title.replace('Advertisement, ', '')),
  );

const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 600);
      }),
  );

test('the directory, articles, and unpaid profiles show all three ads, and other pages none', async ({
  page,
  db,
  signIn,
}) => {
  test.setTimeout(180_000);
  const [unpaid, paid] = [await unclaimed(db), await unclaimed(db)];
  const owner = await signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  await db('dentists').where({ id: paid.id }).update({ userId: owner.userId });
  const [article] = (await db('articles').where({ isPublished: true }).limit(1)) as { slug: string }[];
  await db('adSettings').update(adsOn);
  try {
    for (const width of [1440, 390])
      for (const path of ['/directory?location=TX', `/articles/${article!.slug}`, `/profile/${unpaid.id}`]) {
        const html = await (await page.request.get(path)).text();
        for (const slot of slots) expect(html).toContain(`Advertisement, ${slot}`);
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await awake(page);
        expect([width, path, (await shownSlots(page)).toSorted()]).toEqual([width, path, slots.toSorted()]);
        // An ad that appeared later would move the page by more than a tenth of the window.
        expect(await layoutShift(page), `${path} at ${width} px`).toBeLessThan(0.08);
      }
    for (const path of [`/profile/${paid.id}`, '/pricing', '/add-listing', '/dashboard', '/account']) {
      await page.goto(path);
      await awake(page);
      expect([path, await shownSlots(page)]).toEqual([path, []]);
    }
    // A signed-in visitor of the login page is sent home.
    expect(await (await page.request.get('/auth')).text()).not.toContain('Advertisement');
  } finally {
    await db('adSettings').update(adsOff);
  }
});

test('a Pro Max profile plays its video after a tap, and asks Google for nothing before', async ({
  page,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  // The tests' own script, which signs the page in, runs in the player too.
  expectedErrors.push(/read the 'sessionStorage' property/);
  const { id } = await unclaimed(db);
  const owner = await signIn({ subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
  await db('dentists')
    .where({ id })
    .update({ userId: owner.userId, youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ?si=abc' });
  const google: string[] = [];
  page.on('request', (request) => {
    if (/google|youtu|ytimg|gstatic/.test(new URL(request.url()).hostname)) google.push(request.url());
  });
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>playing</p>' }),
  );
  await page.goto(`/profile/${id}`);
  await awake(page);
  const play = page.getByRole('button', { name: 'Play video' });
  await play.scrollIntoViewIfNeeded();
  await accessible('a profile with a video');
  await page.waitForLoadState('networkidle');
  expect(google).toEqual([]);
  await play.click();
  const player = page.locator('iframe[title^="Video of"]');
  await expect(player.contentFrame().getByText('playing')).toBeVisible();
  expect(google).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&playsinline=1']);
  await expect(player).toBeFocused();

  // A channel is a link, and no plan below Pro Max has a video.
  await db('dentists').where({ id }).update({ youtubeUrl: 'https://www.youtube.com/@olive' });
  await page.goto(`/profile/${id}`);
  await expect(page.getByRole('link', { name: 'YouTube' }).and(page.locator('[href*=olive]'))).toBeVisible();
  await expect(play).toHaveCount(0);
  await db('dentists').where({ id }).update({ youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' });
  await db('users').where({ id: owner.userId }).update({ subscriptionPlan: 'professional' });
  await page.goto(`/profile/${id}`);
  await expect(page.getByRole('heading', { name: 'About the Practice' })).toBeVisible();
  await expect(play).toHaveCount(0);
});
