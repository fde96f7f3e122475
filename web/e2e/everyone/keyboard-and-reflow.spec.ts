import type { Knex } from 'knex';
import { expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';

/** Every screen, as a visitor, an owner, and an admin. */
const screens = {
  anybody: [
    '/',
    '/directory',
    '/directory?view=grid&organic=1',
    '/directory?location=Texas&view=map',
    '/directory?nearMe=1',
    '/profile/1',
    '/compare?ids=1,2,3,4',
    '/shortlist',
    '/request-appointment/1',
    '/my-appointment',
    '/find-practice',
    '/dentists/california',
    '/geographic-map',
    '/topics',
    '/topics/teeth-whitening',
    '/pricing',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/yes',
    '/auth',
    '/reset-password?token=unknown',
    '/verify-email?token=unknown',
    '/undo-email-change?token=unknown',
    '/email-settings?token=unknown',
    '/nowhere/at/all',
  ],
  owner: ['/dashboard', '/account', '/add-listing'],
  staff: [
    '/admin',
    '/admin?tab=claims',
    '/admin?tab=analytics',
    '/admin?tab=system',
    '/admin/topics',
    '/admin/listings',
    '/admin/users',
    '/admin/problems',
    '/admin/messages',
    '/admin/privacy',
    '/admin/staff',
    '/admin/backups',
    '/admin/audit',
  ],
} as const;

/** An article, and the pages of a city, whose addresses depend on the data. */
async function findPages(db: Knex): Promise<string[]> {
  const { slug } = (await db('articles').where({ isPublished: true }).first('slug')) as { slug: string };
  const city = (await db('dentists')
    .join('cities', 'cities.id', 'dentists.cityId')
    .first('cities.slug', 'cities.state')) as { slug: string; state: string };
  const path = `${city.state.toLowerCase()}/${city.slug}`;
  return [`/articles/${slug}`, `/dentists/${path}`, `/teeth-whitening/${path}`];
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).position !== 'fixed',
    );
    const { scrollWidth } = document.documentElement;
    // A margin or a clipped element widens the page, too, without being too wide itself.
    return scrollWidth > innerWidth
      ? [`${scrollWidth} px`, ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 160))]
      : [];
  });

for (const [who, paths] of Object.entries(screens))
  test(`no screen of ${who} scrolls sideways at 320 px, which is 400 % of 1280`, async ({
    page,
    db,
    signIn,
    expectedErrors,
  }) => {
    test.setTimeout(180_000);
    expectedErrors.push(/404/);
    await page.setViewportSize({ width: 320, height: 256 });
    if (who === 'owner')
      await signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active', name: 'Olivia Owner' });
    if (who === 'staff') await signIn({ role: 'admin', name: 'Maria Admin' });
    const pages = who === 'anybody' ? [...paths, ...(await findPages(db))] : paths;
    for (const path of pages) {
      await openAwake(page, path);
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect.soft(await sideways(page), path).toEqual([]);
    }
  });

test('at 320 px the mark keeps its size, and no action of a profile is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAwake(page, '/profile/1');
  const mark = page.getByRole('banner').getByRole('link').first().locator('svg');
  expect((await mark.boundingBox())!.width).toBeGreaterThanOrEqual(24);
  const directions = page.getByRole('link', { name: /Get Directions/ }).first();
  const cut = await directions.evaluate(
    (link) =>
      [link, ...link.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .length,
  );
  expect(cut).toBe(0);
});

test("pages don't animate for visitors who prefer reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/directory', '/profile/1', '/pricing', '/geographic-map']) {
    await openAwake(page, path);
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((one) => {
          const style = getComputedStyle(one);
          const longest = (times: string) => Math.max(...times.split(',').map((time) => parseFloat(time) || 0));
          return (
            longest(style.transitionDuration) > 0.02 ||
            (style.animationName !== 'none' && longest(style.animationDuration) > 0.02)
          );
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(moving, path).toEqual([]);
  }
});

test('a visitor finds, compares, and shortlists a dentist by keyboard', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The search box is the first stop after the skip link.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeFocused();
  await page.keyboard.type('los ang');
  await expect(page.getByRole('option', { name: /^Los Angeles, CA/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/directory\?location=Los\+Angeles%2C\+CA$/);
  await expect(page.getByRole('heading', { name: /Dentists? Found/ })).toBeVisible();

  const first = page.getByRole('article').first();
  const tabTo = async (wanted: ReturnType<Page['getByRole']>) => {
    for (let presses = 0; presses < 80; presses++) {
      if (await wanted.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(wanted).toBeFocused();
  };
  const keep = first.getByRole('button', { name: /^Shortlist/ });
  await tabTo(keep);
  // The focus ring has the accent color.
  expect(await keep.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe('none');
  await page.keyboard.press('Space');
  await expect(keep).toHaveAttribute('aria-pressed', 'true');
  const name = (await first.getByRole('heading').innerText()).trim();
  await open(page, '/shortlist');
  await tabTo(page.getByRole('heading', { name }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('the directory has a link to its results, and its days are one stop', async ({ page }) => {
  await openAwake(page, '/directory?location=Texas');
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  const first = page.getByRole('article').first();
  for (let presses = 0; presses < 6; presses++) {
    if (await first.evaluate((card) => card.contains(document.activeElement))) break;
    await page.keyboard.press('Tab');
  }
  expect(await first.evaluate((card) => card.contains(document.activeElement))).toBe(true);

  const day = (name: string) => page.getByRole('toolbar', { name: 'Days' }).getByRole('checkbox', { name });
  await day('Tuesday').focus();
  await page.keyboard.press('ArrowRight');
  await expect(day('Wednesday')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(day('Monday')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('toolbar', { name: 'Days' }).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('toolbar', { name: 'Days' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('toolbar', { name: 'Days' }).locator(':focus')).toHaveCount(0);
});

test('a user logs in, opens the account menu, and logs out by keyboard', { tag: '@path' }, async ({ page, db }) => {
  const email = `keys${Date.now()}@example.com`;
  await page.request.post('/api/auth/signup', {
    data: { name: 'Kay Board', email, password: 'four quiet words here' },
  });
  await page.context().clearCookies();
  await open(page, '/auth');
  await page.getByRole('textbox', { name: 'Email' }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 6; presses++) {
    if (await page.getByLabel('Password', { exact: true }).evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('four quiet words here');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  const menu = page.getByRole('button', { name: /account|Kay Board/i });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: /log ?out|sign out/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /log ?in|sign in/i }).first()).toBeVisible();
  const [user] = (await db('users').where({ email })) as { id: number }[];
  await expect.poll(async () => (await db('authSessions').where({ userId: user!.id })).length).toBe(1);
});
