import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** Below the ports that the system itself gives to whoever connects somewhere. */
async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const free = await new Promise<boolean>((done) => {
      const probe = createServer()
        .once('error', () => done(false))
        .listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (free) return String(port);
  }
}

// Workers read this file again; what is drawn once is handed on by the environment.
const port = (process.env.E2E_PORT ??= await freePort());
const dataDir = (process.env.E2E_DATA_DIR ??= join(tmpdir(), `enamel-e2e-${port}`));
const executablePath = findChromium();

export default defineConfig({
  testDir: fileURLToPath(new URL('../..', import.meta.url)),
  // All share one database, and the queue of claims in it: who needs the queue alone runs before or after the others.
  projects: [
    {
      name: 'desktop',
      testMatch: ['desktop/e2e/**/*.spec.ts', 'desktop/security/**/*.spec.ts'],
      testIgnore: ['**/queue.spec.ts'],
    },
    { name: 'desktop-queue', testMatch: ['desktop/e2e/queue.spec.ts'], dependencies: ['desktop'] },
    { name: 'console', testMatch: ['web/e2e/admin-*.spec.ts'], dependencies: ['desktop-queue'] },
    {
      name: 'site',
      testMatch: ['web/e2e/**/*.spec.ts'],
      testIgnore: ['**/admin-*.spec.ts', '**/insights.spec.ts'],
      dependencies: ['console'],
    },
    // It counts visits, so nobody else may visit meanwhile.
    { name: 'insights', testMatch: ['web/e2e/insights.spec.ts'], dependencies: ['site'] },
  ],
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  fullyParallel: false,
  // A machine that serves others too may stall for seconds; what passes only on a second try is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.TEST_REPORT ? [['json', { outputFile: process.env.TEST_REPORT }], ['line']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
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
    // Recorded only where it will be looked at: it takes its time.
    trace: 'on-first-retry',
  },
  webServer: {
    command: 'node --import tsx web/e2e/server.ts',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: port, DATA_DIR: dataDir },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
