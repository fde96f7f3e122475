import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm test`: one path through each part of the product, tagged `@path`, because all browser tests take 15 minutes. */
export default defineConfig({ ...config, grep: /@path/ });
