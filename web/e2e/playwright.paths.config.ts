import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm test`: the main paths through the product, tagged `@path`, because all browser tests take an hour. */
export default defineConfig({ ...config, grep: /@path/ });
