import { expect, open, test } from '../harness/fixtures.ts';

test("ad code can't read the site's storage or navigate the page", async ({ page, signIn, expectedErrors }) => {
  test.setTimeout(90_000);
  expectedErrors.push(/sandbox|Unsafe attempt|Blocked a frame|SecurityError|navigat/i);
  const code = `<div id="ad">ad</div><script>
    var said = [];
    try { parent.localStorage.getItem('auth_token'); said.push('read'); } catch (e) { said.push(e.name); }
    try { localStorage.getItem('auth_token'); said.push('own'); } catch (e) { said.push(e.name); }
    document.getElementById('ad').textContent = said.join(' ');
    try { top.location = 'https://example.com/'; } catch (e) {}
  </script>`;
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin?tab=system');
  await page.getByRole('switch', { name: 'Header ads' }).check();
  // The preview exists only while the placement is on, and runs the code as visitors would.
  await page.getByLabel('Header ad code').fill(code);
  const frame = page.frameLocator('iframe[title="Preview, header"]');
  await expect(frame.locator('#ad')).toHaveText('SecurityError SecurityError');
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe('/admin');
  await page.getByRole('switch', { name: 'Header ads' }).uncheck();
  await expect(page.getByLabel('Header ad code')).toHaveCount(0);
});

test('public pages show ads in a sandboxed frame, and other pages show none', async ({ page, db }) => {
  test.setTimeout(90_000);
  const metaTag = '<meta name="google-adsense-account" content="ca-pub-1234567890123456">';
  await db('adSettings').update({ headerAdsEnabled: true, headerAdCode: '<b id="ad">Quiet ad</b>', metaTag });
  try {
    await open(page, '/topics');
    const frame = page.locator('iframe[title="Advertisement, header"]');
    await expect(frame).toHaveAttribute('sandbox', /^allow-scripts(?!.*same-origin)(?!.*top-navigation)/);
    await expect(frame.contentFrame().locator('#ad')).toHaveText('Quiet ad');
    const meta = page.locator('meta[name="google-adsense-account"]');
    await expect(meta).toHaveAttribute('content', 'ca-pub-1234567890123456');
    for (const path of ['/auth', '/pricing', '/dashboard', '/admin', '/account']) {
      await open(page, path);
      await expect(page.locator('iframe[title^="Advertisement"]')).toHaveCount(0);
    }
  } finally {
    await db('adSettings').update({ headerAdsEnabled: false, headerAdCode: null, metaTag: null });
  }
});
