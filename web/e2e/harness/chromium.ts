import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const FULL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Chromium without its window and PDF viewer; the same tests take a quarter less CPU time in it. */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium-shell'];

const hasPlaywrightBrowser = (): boolean => existsSync(chromium.executablePath());

function installBrowser(): void {
  console.log('No browser found; installing one for the browser tests.');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq');
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'];
    try {
      run('apt-get', ...install, 'chromium-headless-shell');
    } catch {
      // Older releases have no package of the shell.
      run('apt-get', ...install);
    }
  } else {
    run('npx', 'playwright', 'install', 'chromium');
  }
}

/** Finds $CHROMIUM_PATH, Playwright's browser (undefined, because Playwright locates it), or the system's. */
function findInstalled(paths: readonly string[]): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return hasPlaywrightBrowser() ? undefined : paths.find((path) => existsSync(path));
}

/** Finds a whole Chromium, which shows PDF documents; installs one if there is none. */
export function findChromium(): string | undefined {
  const path = findInstalled(FULL_BROWSERS);
  if (path || hasPlaywrightBrowser()) return path;
  installBrowser();
  return findInstalled(FULL_BROWSERS);
}

/** Finds the browser that runs the tests: the headless shell, or a whole Chromium where there is none. */
export function findTestBrowser(): string | undefined {
  findChromium();
  return findInstalled([...HEADLESS_SHELLS, ...FULL_BROWSERS]);
}
