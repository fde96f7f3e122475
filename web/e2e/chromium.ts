import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds $CHROMIUM_PATH, Playwright's browser (undefined, because Playwright locates it), or the system's;
 * otherwise installs one.
 */
export function findChromium(install = true): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  if (existsSync(chromium.executablePath())) return undefined;
  const found = SYSTEM.find((path) => existsSync(path));
  if (found || !install) return found;
  console.log('No browser found; installing one for the browser tests.');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation');
  } else {
    run('npx', 'playwright', 'install', 'chromium');
  }
  return findChromium(false);
}
