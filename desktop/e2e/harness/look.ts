import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ConsoleState } from '../../bridge/shapes.ts';

const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
];
const narrow = { width: 720, height: 860 };

/** Checks that a state of the console fits every window. Saves its pictures in both themes, from `part` on, to CONSOLE_SHOTS, if set. */
export async function lookAt(page: Page, name: string, part?: Locator): Promise<void> {
  const folder = process.env.CONSOLE_SHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  for (const size of [narrow, ...sizes]) {
    await page.setViewportSize(size);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${name} at ${size.width}` })
      .toBeLessThanOrEqual(size.width);
    if (!folder || size === narrow) continue;
    await part?.evaluate((element) => element.scrollIntoView());
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colors and popovers settle.
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name} ${size.width} ${colorScheme}.png`) });
    }
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  }
}

/** Changes parts of the state that the main process sends to the page, for this and all later states. */
export const overrideState = (page: Page, change: Partial<ConsoleState>): Promise<void> =>
  page.evaluate(async (changes) => {
    const { value } = await (window as unknown as { enamel: { state(): Promise<{ value: object }> } }).enamel.state();
    const overridden = window as unknown as { overrides?: object };
    if (!overridden.overrides) {
      const heard = window.__heard!;
      window.__heard = (channel, args) =>
        heard(
          channel,
          (args as { kind?: string; state?: object }[]).map((event) =>
            event?.kind === 'state' ? { ...event, state: { ...event.state, ...overridden.overrides } } : event,
          ),
        );
    }
    overridden.overrides = { ...overridden.overrides, ...changes };
    window.__heard!('enamel:event', [{ kind: 'state', state: value }]);
  }, change);
