import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const notHere = ['**/node_modules/**', '**/dist/**', '**/e2e/**'];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 30_000,
    retry: process.env.CI ? 2 : 0,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'web/**/*.test.ts', 'desktop/**/*.test.ts'],
          exclude: notHere,
          globalSetup: [fileURLToPath(new URL('./global-setup.ts', import.meta.url))],
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['ui/**/*.test.{ts,tsx}'],
          exclude: notHere,
          // Style sheets are read only by tests that ask for their text.
          css: { include: [/\?raw$/] },
        },
      },
    ],
  },
});
