import { expect, open, test, type Page } from '../harness/fixtures.ts';

const screens = [
  '/admin',
  '/admin?tab=content',
  '/admin?sub=brands',
  '/admin?tab=system',
  '/admin?tab=system&sub=security',
  '/admin?tab=analytics',
  '/admin?tab=analytics&sub=reports',
  '/admin?tab=analytics&sub=exports',
  '/admin/listings',
  '/admin/problems',
  '/admin/messages',
  '/admin/privacy',
  '/admin/new-listings',
  '/admin/staff',
  '/admin/users',
  '/admin/imports',
  '/admin/backups',
  '/admin/audit',
  '/admin/topics',
];

/** Targets too small for a finger, and elements wider than the screen. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!;
    const column = main.firstElementChild!.getBoundingClientRect();
    const wide = [...main.querySelectorAll('h1, [role=tablist], [role=region]')].filter(
      (part) => part.getBoundingClientRect().right > column.right - 15,
    );
    const height = (control: Element) =>
      Math.max(
        (control.closest('label') ?? control).getBoundingClientRect().height,
        control.getBoundingClientRect().height,
        // The target of these is larger than the visible element.
        Number.parseFloat(getComputedStyle(control, '::before').height) || 0,
      );
    const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body;
    const low = [...scope.querySelectorAll('button, input, select, textarea, summary, [role=tab], nav a')].filter(
      (control) => control.getBoundingClientRect().width > 2 && height(control) < 44,
    );
    return [
      ...(main.scrollWidth > main.clientWidth ? ['the screen scrolls sideways'] : []),
      ...wide.map((part) => `over the edge: ${part.outerHTML.slice(0, 120)}`),
      ...low.map((control) => `${height(control)} px high: ${control.outerHTML.slice(0, 120)}`),
    ];
  });

for (const viewport of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]) {
  test.describe(`on a touch screen of ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true, colorScheme: 'dark' });

    test('every admin screen fits, is legible in the dark theme, and has targets large enough for a finger', async ({
      page,
      signIn,
      accessible,
    }) => {
      test.setTimeout(240_000);
      await signIn({ role: 'admin', name: 'Maria Admin' });
      const titles = new Set<string>();
      for (const path of screens) {
        await open(page, path);
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toBeVisible();
        await expect(title).toHaveCount(1);
        titles.add((await title.textContent())!);
        await page.waitForLoadState('networkidle');
        expect(await faults(page), path).toEqual([]);
        if (viewport.width === 390) await accessible(path);
      }
      expect([...titles], 'each screen has a title of its own').toHaveLength(screens.length);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await faults(page), 'the menu').toEqual([]);
    });

    test('an empty list shows its message without scrolling', async ({ page, signIn, accessible }) => {
      await signIn({ role: 'admin' });
      await open(page, '/admin/listings?q=nobodyisnamedthis');
      await expect(page.getByRole('heading', { name: 'No listings found' })).toBeInViewport({ ratio: 1 });
      await accessible('an empty list');
    });

    test("a tap near a row's checkbox selects the row", async ({ page, signIn }) => {
      await signIn({ role: 'admin' });
      await open(page, '/admin/listings');
      const box = page.getByRole('row').nth(1).getByRole('checkbox');
      await box.waitFor();
      const { x, y, width, height } = (await box.boundingBox())!;
      await page.touchscreen.tap(x + width + 8, y + height + 6);
      await expect(box).toBeChecked();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
}
