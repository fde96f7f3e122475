import { expect, open, test } from '../harness/fixtures.ts';
import { listPublicPages, SCRIPT_LIMIT, weighPage } from '../harness/page-weight.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Bytes of a document as a browser gets it, with Brotli. */
const limits = { home: 14_000, pricing: 16_000, profile: 18_000, directory: 24_000 };
/** These load more on purpose: the login page its forms, and a link to the map of results that map. */
const heavierPages: Readonly<Record<string, number>> = { login: 143_500, results: 410_000 };

test('public documents and their scripts stay light', { tag: '@path' }, async ({ page, server }) => {
  const pages = await listPublicPages(server.url);
  for (const [name, limit] of Object.entries(limits)) {
    const path = pages[name]!;
    const response = await page.request.get(path);
    if (name === 'directory') expect((await response.text()).match(/<article/g)).toHaveLength(10);
    const headers = response.headers();
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length']), `compressed bytes of ${path}`).toBeLessThanOrEqual(limit);
  }
  const { scripts, scriptBytes } = await weighPage(page, pages.directory!);
  expect(Object.keys(scripts).length).toBeGreaterThan(1);
  expect(scriptBytes, `compressed scripts of the directory: ${JSON.stringify(scripts)}`).toBeLessThanOrEqual(
    SCRIPT_LIMIT,
  );
});

test('every public page loads little script before the first interaction', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const heavy: string[] = [];
  for (const [name, path] of Object.entries(await listPublicPages(server.url))) {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } });
    const { scripts, scriptBytes } = await weighPage(page, path);
    await page.close();
    expect(Object.keys(scripts).length, `scripts of ${path}`).toBeGreaterThan(1);
    if (scriptBytes > (heavierPages[name] ?? SCRIPT_LIMIT))
      heavy.push(`${path}: ${scriptBytes} bytes, ${JSON.stringify(scripts)}`);
  }
  expect(heavy).toEqual([]);
});

test('a pointer at rest loads no more scripts, and a moving one does', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => void (response.url().endsWith('.js') && scripts.push(response.url())));
  const movePointer = (movementX: number) =>
    page.evaluate(
      (x) => void document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, movementX: x })),
      movementX,
    );
  await open(page, '/directory');
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await movePointer(0);
  await page.waitForTimeout(500);
  expect(scripts.slice(before)).toEqual([]);
  await movePointer(1);
  await expect.poll(() => scripts.length).toBeGreaterThan(before);
});

test("pages don't move while the header of a signed-in user fills in", async ({ page, server, signIn }) => {
  test.setTimeout(120_000);
  await signIn({ name: 'Steady Person' });
  const pages = await listPublicPages(server.url);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of ['home', 'directory', 'profile', 'pricing', 'topic', 'article', 'about']) {
      const { layoutShift } = await weighPage(page, pages[name]!);
      await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeHidden();
      expect(layoutShift, `${name} at ${width} px`).toBeLessThanOrEqual(0.001);
    }
  }
});

test('drawings come from files that the strict policy allows', { tag: '@path' }, async ({ page }) => {
  const drawings = page.waitForResponse((response) => response.url().endsWith('.svg') && response.ok());
  await page.goto('/directory');
  const response = await drawings;
  const [name] = (await page.locator('article use').first().getAttribute('href'))!.split('#');
  expect(response.headers()['cache-control']).toContain('immutable');
  // A drawing whose file or symbol is missing has no size.
  const widths = await page
    .locator('article svg use')
    .evaluateAll((uses) => (uses as SVGUseElement[]).slice(0, 20).map((use) => use.getBBox().width));
  expect(name).toMatch(/^\/assets\/[\w-]+\.svg$/);
  expect(Math.min(...widths)).toBeGreaterThan(0);
});
