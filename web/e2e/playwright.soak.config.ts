import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run test:soak`: browser tests of hundreds of steps. */
export default defineConfig({
  ...config,
  testIgnore: [],
  projects: [{ name: 'soak', testMatch: ['**/*.soak.spec.ts'] }],
});
