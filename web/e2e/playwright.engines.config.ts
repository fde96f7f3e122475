import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run test:engines`: the main paths of patients and owners in Chromium, Firefox, and WebKit. */
export default defineConfig({ ...config, testMatch: 'web/e2e/engines/*.spec.ts' });
