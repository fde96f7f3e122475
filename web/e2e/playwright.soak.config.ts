import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

const { grepInvert: _grepInvert, ...shared } = config;

/** `npm run test:soak`: browser tests of hundreds of steps, in `*.soak.spec.ts` files or tagged `@soak` next to shorter ones. */
export default defineConfig({
  ...shared,
  testIgnore: [],
  projects: [
    { name: 'soak', testMatch: ['**/*.soak.spec.ts'] },
    {
      name: 'soak-tagged',
      testMatch: ['desktop/e2e/**/*.spec.ts', 'web/e2e/**/*.spec.ts'],
      testIgnore: ['**/*.soak.spec.ts'],
      grep: /@soak/,
    },
  ],
});
