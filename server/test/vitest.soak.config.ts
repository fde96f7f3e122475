import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:soak`: kill loops, fuzzing, and long lists of hostile input. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    pool: 'forks',
    // These tests compare timings or fill the machine by themselves.
    maxWorkers: 1,
    environment: 'node',
    include: ['server/**/*.soak.test.ts', 'desktop/**/*.soak.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    globalSetup: [fileURLToPath(new URL('./global-setup.ts', import.meta.url))],
  },
});
