import { existsSync } from 'node:fs';
import { chromium, firefox, webkit } from '@playwright/test';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { findTestBrowser } from '../harness/chromium.ts';
import { expect, test } from '../harness/fixtures.ts';
import type { Engine, Size } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { PATHS } from './paths.ts';
import { openWithPlaywright } from './playwright-engine.ts';
import { Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

/** Opens each engine: Playwright's build where it is installed, or else Debian's browser. Undefined if there is none. */
const ENGINES: Record<string, (size: Size) => Promise<Engine> | undefined> = {
  Chromium: (size) => openWithPlaywright(chromium, { executablePath: findTestBrowser() }, size),
  Firefox: (size) => {
    if (existsSync(firefox.executablePath())) return openWithPlaywright(firefox, {}, size);
    const path = findProgram('firefox-esr', 'firefox-esr');
    return path ? openFirefox(path, size) : undefined;
  },
  WebKit: (size) => {
    if (existsSync(webkit.executablePath())) return openWithPlaywright(webkit, {}, size);
    const driver = findProgram('WebKitWebDriver', 'webkit2gtk-driver');
    const display = driver && findProgram('Xvfb', 'xvfb');
    return display ? openWebKit(driver, display, size) : undefined;
  },
};

for (const [label, openEngine] of Object.entries(ENGINES))
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    test(`${label} carries patients and owners along the main paths at ${size.width} px`, async ({ server, db }) => {
      // Firefox and WebKit draw the map without a graphics card.
      test.setTimeout(420_000);
      const engine = await openEngine(size);
      test.skip(!engine, `SKIPPED: no ${label}. Run npx playwright install --with-deps firefox webkit.`);
      if (!engine) return;
      const email = `${label.toLowerCase()}-${size.width}@example.com`;
      const startedAt = Date.now();
      const done: string[] = [];
      try {
        const visitor = new Visitor(engine, server.url);
        for (const [name, walk] of Object.entries(PATHS)) {
          await test.step(name, () => walk({ visitor, db, email }));
          done.push(name);
        }
        expect(await engine.errors()).toEqual([]);
      } catch (error) {
        const text = await engine.evaluate(() => `${location.href}\n${document.body.innerText.slice(0, 1000)}`);
        console.error(text, await engine.errors());
        throw error;
      } finally {
        const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
        console.log(`${engine.name}, ${size.width} px, ${seconds} s: ${done.join(', ')}`);
        await engine.close();
      }
    });
