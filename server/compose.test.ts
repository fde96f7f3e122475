import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { settingNames } from './base/config.ts';

const compose = readFileSync(fileURLToPath(new URL('../compose.yaml', import.meta.url)), 'utf8');

/** Fixed by the image, chosen by Compose, refused in production, or of no use in a container, which an image upgrades. */
const notPassed = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'NOW_OFFSET_MS',
  'AI_ALLOW_LOOPBACK',
  'UPGRADE_RESTART',
]);

it('compose.yaml passes every setting to the server', () => {
  const passed = [...compose.matchAll(/^ {6}([A-Z0-9_]+): /gm)].map(([, name]) => name);
  expect(settingNames.filter((name) => !notPassed.has(name) && !passed.includes(name))).toEqual([]);
});
