import { expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';
import { startTestServer } from '../harness/test-server.ts';

const cards = (page: Page) => page.locator('[data-results] article');
const pins = (page: Page) => page.locator('[data-pin]');
const map = (page: Page) => page.getByRole('region', { name: /^Map of the results/ });
const idOf = async (page: Page, index: number): Promise<string> =>
  (await cards(page).nth(index).locator('a[href^="tel:"]').getAttribute('id'))!.replace('call-', '');
const pinOf = (page: Page, id: string) => page.locator(`[data-pin~="${id}"]`);
const isMarked = /^(true|)$/;

/** The origins that a page requests anything from. */
function watchOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin);
  });
  return origins;
}

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the map loads next to the results, without any request to others', async ({ page, baseURL, accessible }) => {
    const origins = watchOrigins(page);
    await open(page, '/directory?location=Texas');
    await expect(pins(page).first()).toBeVisible();
    await expect(map(page).locator('path').first()).toBeAttached();
    await expect(map(page).locator('text').filter({ hasText: /\D{3}/ }).first()).toBeAttached();
    await pins(page).first().click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page.getByRole('button', { name: 'Search this area' }).or(page.getByText('Zoom in to search here'))).toBeVisible(); // prettier-ignore
    await accessible('the directory with its map');
    expect([...origins]).toEqual([new URL(baseURL!).origin]);
  });

  test('a card and its pin mark each other, by pointer and by keyboard', async ({ page }) => {
    await openAwake(page, '/directory?location=Texas');
    await expect(pins(page).first()).toBeVisible();
    const id = await idOf(page, 1);
    await cards(page).nth(1).hover();
    await expect(pinOf(page, id)).toHaveAttribute('data-active', isMarked);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(page.locator('[data-active]')).toHaveCount(0);
    await cards(page).nth(1).getByRole('heading').getByRole('link').focus();
    await expect(pinOf(page, id)).toHaveAttribute('data-active', isMarked);

    await pinOf(page, id).hover();
    const marked = page.locator('[data-results] > [data-active]');
    await expect(marked.locator(`#call-${id}`)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await pinOf(page, id).focus();
    await expect(marked.locator(`#call-${id}`)).toBeVisible();

    await page.keyboard.press('Enter');
    const selected = page.getByRole('region', { name: 'Selected on the map' });
    await expect(selected).toBeFocused();
    await expect(selected.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:/);
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();
    await expect(pinOf(page, id)).toBeFocused();
  });

  test('the map moves by keyboard and pointer, and “Search this area” searches around a ZIP code', async ({ page }) => {
    await openAwake(page, '/directory?location=Houston%2C+TX');
    await expect(pins(page).first()).toBeVisible();
    const button = page.getByRole('button', { name: 'Search this area' });
    await expect(button).toBeHidden();
    const position = async () => (await pins(page).first().boundingBox())!;
    const before = await position();
    await map(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Math.round((await position()).x - before.x)).toBe(-80);
    await expect(button).toBeVisible();
    // Pins are buttons, so the drag starts between them.
    const start = await map(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      for (let y = top + 120; ; y += 20)
        if (document.elementFromPoint(left + 60, y)?.closest('button') === null) return { x: left + 60, y };
    });
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 40, start.y, { steps: 4 });
    await page.mouse.move(start.x + 80, start.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await position()).x - before.x)).toBe(0);

    await map(page).focus();
    await page.keyboard.press('-');
    await button.click();
    await expect(page).toHaveURL(/location=77\d{3}&radius=(25|50)$/);
    await expect(button).toBeHidden();
    const { searchParams } = new URL(page.url());
    const [zip, radius] = [searchParams.get('location'), searchParams.get('radius')];
    await expect(page.getByText(`Within ${radius} miles of ${zip}.`)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Location' }).or(page.getByRole('combobox', { name: 'Location' })).first()).toHaveValue(zip!); // prettier-ignore
    await expect(cards(page).first()).toBeVisible();

    const card = cards(page).nth(3);
    const name = await card.getByRole('heading').textContent();
    await card.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 120));
    await page.waitForTimeout(200);
    const top = (await card.boundingBox())!.y;
    await card.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Dental Directory');
    await page.goBack();
    await expect(cards(page).nth(3).getByRole('heading')).toHaveText(name!);
    await expect.poll(async () => Math.abs((await cards(page).nth(3).boundingBox())!.y - top)).toBeLessThan(8);
    await page.goBack();
    await expect(page).toHaveURL('/directory?location=Houston%2C+TX');
  });

  test('a search that finds nothing shows the place it searched', async ({ page }) => {
    await open(page, '/directory?location=78701&name=nobodyhasthisname');
    await expect(page.getByRole('heading', { name: 'No dentists found' })).toBeVisible();
    await expect(map(page).locator('text').filter({ hasText: 'Austin' })).toBeAttached();
    await expect(map(page).locator('text').filter({ hasText: 'Seattle' })).toHaveCount(0);
  });

  test('a listing without a position is shown at its ZIP code, and the map says so', async ({ page, db }) => {
    const path = '/directory?location=Houston%2C+TX&radius=50';
    await openAwake(page, path);
    const id = await idOf(page, 0);
    const { lat, lng } = (await db('dentists').where({ id }).first('lat', 'lng')) as { lat: number; lng: number };
    await db('dentists').where({ id }).update({ lat: null, lng: null });
    await page.goto(path);
    await expect(page.getByText('Dashed pins show the center of a ZIP code.')).toBeVisible();
    await db('dentists').where({ id }).update({ lat, lng });
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the map is one tap away, and Back and “List” return to the list', async ({ page, accessible }) => {
    let mapCalls = 0;
    page.on('request', (request) => void (mapCalls += Number(request.url().includes('/api/map/'))));
    await openAwake(page, '/directory?location=Houston%2C+TX&radius=25');
    await expect(cards(page).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(mapCalls).toBe(0);

    await page.getByRole('link', { name: 'Map', exact: true }).tap();
    await expect(page).toHaveURL(/view=map$/);
    await expect(pins(page).first()).toBeVisible();
    await expect(cards(page).first()).toBeHidden();
    await pins(page).last().tap();
    const selected = page.getByRole('region', { name: 'Selected on the map' });
    await expect(selected.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:/);
    await accessible('the map on a phone');
    await selected.getByRole('button', { name: 'Close' }).tap();

    await page.getByRole('button', { name: 'Zoom in' }).tap();
    await page.getByRole('button', { name: 'Search this area' }).tap();
    await expect(page).toHaveURL(/location=77\d{3}(&radius=\d+)?&view=map$/);
    await page.getByRole('link', { name: 'List', exact: true }).tap();
    await expect(page).toHaveURL(/location=77\d{3}(&radius=\d+)?$/);
    await expect(cards(page).first()).toBeVisible();
    const card = cards(page).last();
    await card.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 120));
    await page.waitForTimeout(200);
    const { y: top } = (await card.boundingBox())!;
    await card.getByRole('heading').getByRole('link').tap();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Dental Directory');
    await page.goBack();
    await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? Infinity) - top)).toBeLessThan(8);
    await page.goBack();
    await expect(map(page)).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/directory?location=Houston%2C+TX&radius=25');
    await expect(cards(page).first()).toBeVisible();
    await expect(map(page)).toBeHidden();
  });

  test('a link to the map opens it, and nothing overflows at 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/directory?location=Texas&view=map');
    await expect(pins(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test('an operator’s tile server replaces the outlines', async ({ browser }) => {
  const server = await startTestServer({
    env: { MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: '© Example Maps' },
  });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const tiles: string[] = [];
  // A transparent pixel.
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'); // prettier-ignore
  await page.route('https://tiles.example.com/**', (route) => {
    tiles.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/png', body: pixel });
  });
  const refused: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
  await openAwake(page, '/directory?location=Texas');
  await expect(page.getByText('© Example Maps')).toBeVisible();
  await expect.poll(() => tiles.length).toBeGreaterThan(3);
  expect(tiles.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
  expect(refused).toEqual([]);
  await context.close();
  await server.stop();
});
