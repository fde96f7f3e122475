import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run test:soak`: every browser test that `npm test` and `npm run test:engines` leave out. */
export default defineConfig({ ...config, grepInvert: /@path/, testIgnore: 'web/e2e/engines/*.spec.ts' });
