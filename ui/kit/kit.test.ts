// @vitest-environment node
import { describe, expect, it } from 'vitest';

const sources = Object.entries(
  import.meta.glob<string>(['./**/*.{ts,tsx,css}', '!./**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const modules = import.meta.glob<unknown>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./**/*.d.ts']);

describe('the kit', () => {
  it('covers all files', () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(sources)('%s knows no feature', (_file, text) => {
    expect(
      text.toLowerCase().match(/dentist|dental|practice|listing|claim|clinic|patient|stripe|subscription|invoice/g),
    ).toBeNull();
  });

  it.each(sources.filter(([file]) => /\.tsx?$/.test(file)))('%s injects no style element', (_file, text) => {
    expect(
      text.match(/<style|dangerouslySetInnerHTML|createElement\('style'\)|radix-ui\/select\b|\.Overlay\b/g),
    ).toBeNull();
  });

  it.each(Object.entries(modules))('%s can be loaded where there is no window', async (_file, load) => {
    expect(typeof window).toBe('undefined');
    await expect(load()).resolves.toBeTruthy();
  });
});
