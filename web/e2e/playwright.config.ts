import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './harness/chromium.ts';

const executablePath = findTestBrowser();
/** Each worker runs a browser, a server, and its database connections; Postgres has 100 of those. */
const MAX_WORKERS = 6;

/** Every browser test. `npm test` runs the paths (`playwright.paths.config.ts`), and `npm run test:soak` the rest. */
export default defineConfig({
  testDir: fileURLToPath(new URL('../..', import.meta.url)),
  globalSetup: fileURLToPath(new URL('./harness/global-setup.ts', import.meta.url)),
  testMatch: ['desktop/e2e/**/*.spec.ts', 'desktop/security/**/*.spec.ts', 'web/e2e/**/*.spec.ts'],
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  // Workers share no server and no database, so any two tests may run at once.
  fullyParallel: true,
  workers: Math.min(Math.max(2, availableParallelism()), MAX_WORKERS),
  // A shared machine may stall for seconds. A test that passes only on a retry is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.TEST_REPORT ? [['json', { outputFile: process.env.TEST_REPORT }], ['line']] : [['list']],
  use: {
    // Without a limit, a click on what never appears waits for the whole time of its test, up to ten minutes.
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
    // Traces slow every test down, so only retries record one.
    trace: 'on-first-retry',
  },
});
