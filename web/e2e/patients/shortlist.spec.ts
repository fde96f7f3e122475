import type { Browser } from '@playwright/test';
import { awake, expect, openAwake, test, type Page } from '../harness/fixtures.ts';

const cards = (page: Page) => page.locator('main article:has(h2 a, h3 a)');
const headerLink = (page: Page, saved: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: saved === 0 ? 'Shortlist' : `Shortlist, ${saved} saved`, exact: true });

async function saveFirst(page: Page, count: number): Promise<string[]> {
  await openAwake(page, '/directory?location=Texas');
  const names: string[] = [];
  for (let index = 0; index < count; index++) {
    const card = cards(page).nth(index);
    names.push((await card.getByRole('heading').textContent())!);
    await card.getByRole('button', { name: /^Shortlist/ }).click();
  }
  return names;
}

async function newDevice(browser: Browser, baseURL: string | undefined, width: number, token?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const page = await context.newPage();
  if (token)
    await page.addInitScript((value) => {
      if (!sessionStorage.getItem('e2e-signed-in')) localStorage.setItem('auth_token', value);
      sessionStorage.setItem('e2e-signed-in', '1');
    }, token);
  return page;
}

for (const width of [390, 1440])
  test.describe(`at ${width} px`, () => {
    const isPhone = width < 640;
    test.use({ viewport: { width, height: 844 }, hasTouch: isPhone, isMobile: isPhone });

    test(
      'a list is shared in two taps, opens for anyone, and can be saved',
      { tag: '@path' },
      async ({ page, context, browser, baseURL, db, accessible }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.addInitScript(() => {
          navigator.share = async (data) => void Object.assign(window, { sharedUrl: data?.url });
        });
        const names = await saveFirst(page, 3);

        // A notification doesn't cover the link to the list. Playwright would wait for it to close.
        const notification = (await page
          .getByRole('region', { name: 'Notifications' })
          .locator('li')
          .last()
          .boundingBox())!;
        const linkBox = (await headerLink(page, 3).boundingBox())!;
        expect(notification.y >= linkBox.y + linkBox.height || notification.y + notification.height <= linkBox.y).toBe(
          true,
        );
        await headerLink(page, 3).click();
        await page.getByRole('button', { name: 'Share', exact: true }).click();
        let link = '';
        if (isPhone) {
          const readLink = () => page.evaluate(() => (window as { sharedUrl?: string }).sharedUrl);
          await expect.poll(readLink).toBeTruthy();
          link = (await readLink())!;
        } else {
          await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
          link = await page.evaluate(() => navigator.clipboard.readText());
        }
        expect(link).toMatch(/^http:.*\/shared\/[\w-]{16}$/);
        await accessible('the shortlist');

        const friend = await newDevice(browser, baseURL, width);
        const response = await friend.goto(link);
        expect(response!.headers()['cache-control']).toBe('private, no-store');
        await awake(friend);
        await expect(friend.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex');
        await expect(friend.getByText('3 practices. Anyone with this link can see the list.')).toBeVisible();
        await expect(cards(friend).getByRole('heading')).toHaveText(names);
        await accessible('a shared shortlist', friend);
        await friend.getByRole('button', { name: 'Save this list' }).click();
        await expect(headerLink(friend, 3)).toBeVisible();
        await friend.getByRole('link', { name: 'View your shortlist' }).click();
        await expect(cards(friend).getByRole('heading')).toHaveText(names);
        await friend.getByRole('link', { name: 'Compare them' }).click();
        await expect(friend.getByRole('link', { name: names[2]!, exact: true })).toBeVisible();

        const slug = link.split('/').at(-1)!;
        const { listingIds } = (await db('sharedShortlists').where({ slug }).first()) as { listingIds: number[] };
        const [first] = listingIds;
        await db('dentists').where({ id: first }).update({ deletedAt: new Date() });
        await friend.goto(link);
        await expect(friend.getByText('1 practice on this list is no longer listed.')).toBeVisible();
        await expect(cards(friend).getByRole('heading')).toHaveText(names.slice(1));
        await friend.goto('/shortlist');
        await expect(friend.getByText('A practice you saved is no longer listed.')).toBeVisible();
        await friend.getByRole('button', { name: 'Remove it' }).click();
        await expect(headerLink(friend, 2)).toBeVisible();
        await db('dentists').where({ id: first }).update({ deletedAt: null });
        await friend.context().close();
      },
    );

    test('a signed-in visitor finds the list on a second device, and it leaves with the session', async ({
      page,
      browser,
      baseURL,
      signIn,
      db,
    }) => {
      // Saved before signing in, so signing in adds it to the account.
      const names = await saveFirst(page, 1);
      const { token, userId } = await signIn();
      await page.reload();
      const readAccount = async () => {
        const row = (await db('accountShortlists').where({ userId }).first()) as { listingIds: number[] } | undefined;
        return row?.listingIds.length ?? 0;
      };
      await expect.poll(readAccount).toBe(1);

      const second = await newDevice(browser, baseURL, width, token);
      await openAwake(second, '/shortlist');
      await expect(second.getByText('Saved to your account, on every device where you log in.')).toBeVisible();
      await expect(cards(second).getByRole('heading')).toHaveText(names);
      const more = await saveFirst(second, 2);
      expect(more[0]).toBe(names[0]);
      // The first click removed the practice that was saved already.
      await expect.poll(readAccount).toBe(1);

      await page.reload();
      await headerLink(page, 1).click();
      await expect(cards(page).getByRole('heading')).toHaveText([more[1]!]);

      // Someone else may use this browser next.
      await page.evaluate(() => localStorage.removeItem('auth_token'));
      await page.reload();
      await expect(page.getByText('Your shortlist is empty')).toBeVisible();
      await expect(headerLink(page, 0)).toBeVisible();
      expect(await readAccount()).toBe(1);
      await second.context().close();
    });
  });

test('a shortlist prints with phone numbers and without buttons', async ({ page }) => {
  await saveFirst(page, 2);
  await page.goto('/shortlist');
  await expect(cards(page)).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  // The badge that explains "Verified" is a button, and stays as text.
  await expect(page.locator('button:visible:not([popovertarget])')).toHaveCount(0);
  await expect(cards(page).getByText('Today').filter({ visible: true })).toHaveCount(0);
  for (const card of await cards(page).all()) {
    const phone = (await card.locator('a[href^="tel:"]').getAttribute('href'))!.slice(-4);
    await expect(card.locator('xpath=following-sibling::p')).toContainText(phone);
  }
});

test('the address of a shared list stays out of the statistics', async ({ page, db }) => {
  const [{ id }] = (await db('dentists').whereNull('deletedAt').limit(1).select('id')) as [{ id: number }];
  const { slug } = (await (await page.request.post('/api/shortlists', { data: { ids: [id] } })).json()) as {
    slug: string;
  };
  await openAwake(page, `/shared/${slug}`);
  await expect
    .poll(async () => (await db('pageViews').where({ pagePath: '/shared' })).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect(await db('pageViews').whereLike('pagePath', `%${slug}%`)).toEqual([]);
});
