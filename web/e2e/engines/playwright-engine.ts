import type { BrowserType, LaunchOptions } from '@playwright/test';
import type { Engine, Size } from './engine.ts';

/** Drives Chromium, or Playwright's own builds of Firefox and WebKit. */
export async function openWithPlaywright(type: BrowserType, options: LaunchOptions, viewport: Size): Promise<Engine> {
  const browser = await type.launch(options);
  const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'America/New_York' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    name: `${type.name()} ${browser.version()} (Playwright)`,
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    // Playwright passes one argument and evaluates an expression in strings.
    evaluate: async (run, ...args) =>
      JSON.parse(await page.evaluate(`JSON.stringify((${run.toString()})(...${JSON.stringify(args)})) ?? 'null'`)),
    click: async (x, y) => {
      await page.mouse.move(x - 1, y);
      await page.mouse.click(x, y);
    },
    type: (text) => page.keyboard.type(text),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
