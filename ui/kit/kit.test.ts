// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const modules = import.meta.glob<unknown>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./**/*.d.ts']);

describe('the kit', () => {
  it.each(sources)('%s knows no feature', (file) => {
    const text = readFileSync(join(here, file), 'utf8').toLowerCase();
    expect(text.match(/dentist|dental|practice|listing|claim|clinic|patient|stripe|subscription|invoice/g)).toBeNull();
  });

  it.each(sources.filter((file) => /\.tsx?$/.test(file)))('%s injects no style element', (file) => {
    const text = readFileSync(join(here, file), 'utf8');
    expect(
      text.match(/<style|dangerouslySetInnerHTML|createElement\('style'\)|radix-ui\/select\b|\.Overlay\b/g),
    ).toBeNull();
  });

  it.each(Object.entries(modules))('%s can be loaded where there is no window', async (_file, load) => {
    expect(typeof window).toBe('undefined');
    await expect(load()).resolves.toBeTruthy();
  });
});
