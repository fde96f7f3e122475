import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run test:soak`: every browser test that `npm test` leaves out. */
export default defineConfig({ ...config, grepInvert: /@path/ });
