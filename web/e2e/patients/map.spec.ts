import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { makePmtiles } from '#server/test/pmtiles-file.ts';
import { expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';
import { startTestServer } from '../harness/test-server.ts';

const cards = (page: Page) => page.locator('[data-results] article');
const pins = (page: Page) => page.locator('[data-pin]');
const map = (page: Page) => page.getByRole('region', { name: /^Map of the results/ });
const idOf = async (page: Page, index: number): Promise<string> =>
  (await cards(page).nth(index).locator('a[href^="tel:"]').getAttribute('id'))!.replace('call-', '');
const cells = (page: Page) => page.locator('[data-cell]');
const pinOf = (page: Page, id: string) => page.locator(`[data-pin~="${id}"]`);
const isMarked = /^(true|)$/;

test.beforeEach(async ({ page }) => {
  const hasWebGl = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null);
  if (!hasWebGl) console.warn('This browser has no WebGL, so the map is not tested.');
  test.skip(!hasWebGl, 'This browser has no WebGL.');
});

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

  test(
    'the map loads next to the results, without any request to others',
    { tag: '@path' },
    async ({ page, baseURL, accessible }) => {
      const origins = watchOrigins(page);
      await open(page, '/directory?location=Texas');
      await expect(pins(page).first()).toBeVisible();
      await expect(cells(page).first()).toBeVisible();
      await pins(page).first().click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await expect(page.getByRole('button', { name: 'Search this area' })).toBeVisible();
      await accessible('the directory with its map');
      expect([...origins]).toEqual([new URL(baseURL!).origin]);
    },
  );

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

  test('the map shows every match, and “Search this area” is the window, with a chip and Back', async ({ page }) => {
    await openAwake(page, '/directory?location=Texas');
    await expect(cells(page).first()).toBeVisible();
    const counted = async () =>
      (await cells(page).evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-cell'))))).reduce(
        (sum, count) => sum + count,
        0,
      );
    const total = Number(/^[\d,]+/.exec((await page.locator('#results').textContent())!)![0].replace(',', ''));
    expect(await counted()).toBeGreaterThan(total / 2);

    const button = page.getByRole('button', { name: 'Search this area' });
    await expect(button).toBeHidden();
    const position = async () => (await pins(page).first().boundingBox())!;
    const before = await position();
    await map(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Math.round((await position()).x - before.x)).toBeLessThan(-60);
    await expect(button).toBeVisible();
    await button.click();
    await expect(page).toHaveURL(/\/directory\?box=[-.\d]+(%2C[-.\d]+){3}$/);
    await expect(button).toBeHidden();
    await expect(page.getByRole('link', { name: 'Remove Map area' })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    await expect(pins(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/directory?location=Texas');
  });

  test('a circle opens a nearer view, and a dot its practice', async ({ page }) => {
    await openAwake(page, '/directory?location=Texas');
    await expect(cells(page).first()).toBeVisible();
    const counts = () => cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('data-cell')).join());
    const before = await counts();
    // A pin may cover a circle.
    const free = await cells(page).evaluateAll((all) =>
      all.findIndex((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        const found = document.elementFromPoint(x + width / 2, y + height / 2);
        return found === cell && cell.getAttribute('data-cell') !== '1';
      }),
    );
    await cells(page).nth(free).click();
    await expect.poll(counts).not.toBe(before);
    const dot = page.locator('[data-cell="1"]').last();
    await expect(dot).toBeAttached();
    await dot.dispatchEvent('click');
    const selected = page.getByRole('region', { name: 'Selected on the map' });
    await expect(selected.getByRole('listitem')).toHaveCount(1);
    await expect(selected.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/);
  });

  test('a search that finds nothing shows the place it searched', async ({ page }) => {
    const [asked] = await Promise.all([
      page.waitForRequest(
        (request) => request.url().includes('/api/map/cities') && /south=2\d|south=30/.test(request.url()),
      ),
      open(page, '/directory?location=78701&name=nobodyhasthisname'),
    ]);
    await expect(page.getByRole('heading', { name: 'No dentists found' })).toBeVisible();
    expect(Number(new URL(asked.url()).searchParams.get('west'))).toBeCloseTo(-98, -1);
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

  test('the map is one tap away, and Back and “List” return to the list', async ({ page, baseURL, accessible }) => {
    const origins = watchOrigins(page);
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
    expect([...origins]).toEqual([new URL(baseURL!).origin]);
    await selected.getByRole('button', { name: 'Close' }).tap();

    await page.getByRole('button', { name: 'Zoom in' }).tap();
    await page.getByRole('button', { name: 'Search this area' }).tap();
    await expect(page).toHaveURL(/\?box=[-.\d%2C]+&view=map$/);
    await page.getByRole('link', { name: 'List', exact: true }).tap();
    await expect(page).toHaveURL(/\?box=[-.\d%2C]+$/);
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

  test('a link to the map opens it, and nothing overflows at 320 px', { tag: '@path' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/directory?location=Texas&view=map');
    await expect(pins(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

for (const width of [390, 1440])
  test(`at ${width} px, an installed ground is drawn from ranges of our own server`, async ({
    browser,
    accessible,
  }) => {
    const server = await startTestServer();
    await mkdir(join(server.dataDir, 'map'), { recursive: true });
    await writeFile(join(server.dataDir, 'map/ground.pmtiles'), makePmtiles());
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const origins = watchOrigins(page);
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    const part = page.waitForResponse((response) => response.url().endsWith('.pmtiles') && response.status() === 206);
    await open(page, '/directory?location=Texas&view=map');
    await part;
    await expect(page.getByText('Test © Streets')).toBeVisible();
    await expect(pins(page).first()).toBeVisible();
    // Without tiles, the middle of Texas has only the color of land, and the pins.
    await expect.poll(() => countColors(page)).toBeGreaterThan(2);
    await accessible('the map on streets', page);
    expect([...origins]).toEqual([server.url]);
    expect(problems).toEqual([]);
    await context.close();
    await server.stop();
  });

/** The number of colors that each cover more than a hundredth of the map. */
async function countColors(page: Page): Promise<number> {
  const { data } = await sharp(await map(page).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(Uint8Array.from(data).buffer);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > pixels.length / 100).length;
}

test('a browser without WebGL keeps the list, and reads why there is no map', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/directory?location=Texas');
  await expect(page.getByText('This browser can’t draw the map. The list shows the same practices.')).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
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
