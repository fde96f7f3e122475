import type { Page } from '@playwright/test';
import { picture } from '../../web/e2e/harness/practices.ts';
import { expect, test } from './harness/fixtures.ts';

const BRAND = 'Bright Bay Dental Guide';

/** Names of services, which have nothing to do with the brand. */
const technical = /enamel microabrasion/gi;
const findName = (page: Page) =>
  page.evaluate(() => `${document.title}\n${document.body.innerText}`).then((text) => text.replace(technical, ''));

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));

test.afterEach(({ db }) => db('systemSettings').where({ name: 'site' }).delete());

test(
  'shows the logo, color, and name of another brand on every page, and without a connection',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, staff, baseURL, expectedErrors }) => {
    test.setTimeout(240_000);
    // Pages that need the server fail without a connection.
    expectedErrors.push(/50[23]/);
    const who = await staff();
    const call = async (method: string, path: string, body: object, token = '') => {
      const reply = await fetch(baseURL + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      expect(reply.status).toBe(200);
      return (await reply.json()) as { token: string };
    };
    const { token } = await call('POST', '/api/auth/login', { email: who.email, password: who.password });
    const logo = `data:image/png;base64,${(await picture('#6b3fa0')).toString('base64')}`;
    await call('PUT', '/api/admin/site-settings', { brand: BRAND, accent: '#6b3fa0', logo }, token);

    await consoleApp.show(page);
    await page.getByLabel('Server').fill(gate.url);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: BRAND })).toBeVisible();
    const welcome = page.locator('main img[src^="/media/"]');
    const width = (image: ReturnType<Page['locator']>) =>
      image.evaluate((element: HTMLImageElement) => element.naturalWidth);
    await expect.poll(() => width(welcome)).toBe(400);
    expect(await accentOf(page)).toContain('#6b3fa0');
    expect(await findName(page)).not.toMatch(/enamel/i);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Login' }).click();

    const rail = page.getByRole('complementary', { name: 'Admin panel' });
    await expect(rail.getByText(BRAND)).toBeVisible();
    await expect.poll(() => width(rail.locator('img'))).toBe(400);
    await expect(page.getByText(/^Synced /)).toBeVisible();
    const links = await rail.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    const places = [...new Set([...links.filter((link) => link.startsWith('#')), '#/account', '#/about'])];
    expect(places.length).toBeGreaterThan(15);
    for (const place of places) {
      await page.evaluate((hash) => (location.hash = hash), place);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect([place, /.*enamel.*/i.exec(await findName(page))?.[0]]).toEqual([place, undefined]);
    }

    gate.closed = true;
    await page.evaluate(() => (location.hash = '#/admin/desk'));
    await page.reload();
    await expect.poll(() => width(rail.locator('img'))).toBe(400);
  },
);
