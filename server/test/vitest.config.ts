import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** These replace Node's modules with their own, so they can't share a worker's. */
const replacesModules = ['desktop/main/decisions/decision-faults.test.ts', 'desktop/main/calls/sync-faults.test.ts'];
const exclude = ['**/node_modules/**', '**/dist/**', '**/e2e/**', '**/*.soak.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [react()],
  test: {
    pool: 'forks',
    // Files of a worker share its modules, because loading the server for each file takes half of the CPU time.
    isolate: false,
    // Tests wait for Postgres part of the time, so one more worker than cores keeps them busy. Postgres has 100
    // connections.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    testTimeout: 30_000,
    retry: process.env.CI ? 2 : 0,
    // A hook is not tried again, and creates or drops a database, which waits for the disk.
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'web/**/*.test.ts', 'desktop/**/*.test.ts'],
          exclude: [...exclude, ...replacesModules],
          globalSetup: [fileURLToPath(new URL('./global-setup.ts', import.meta.url))],
        },
      },
      { extends: true, test: { name: 'isolated', isolate: true, environment: 'node', include: replacesModules } },
      {
        extends: true,
        test: {
          name: 'ui',
          environment: 'happy-dom',
          setupFiles: [fileURLToPath(new URL('./clean-document.ts', import.meta.url))],
          include: ['ui/**/*.test.{ts,tsx}'],
          exclude,
          // Only tests that import a style sheet with `?raw` read its text.
          css: { include: [/\?raw$/] },
        },
      },
    ],
  },
});
