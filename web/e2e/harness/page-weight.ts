import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Bytes of compressed script that a public page may load before the first interaction. */
export const SCRIPT_LIMIT = 115_000;

interface PageWeight {
  /** Compressed bytes by file. */
  scripts: Record<string, number>;
  scriptBytes: number;
  styleBytes: number;
  layoutShift: number;
}

const client = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** The size sent for a file: hashed files were compressed by the build, small ones are sent as they are. */
async function readCompressedSize(path: string): Promise<number> {
  const file = client + path;
  return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
}

const sum = (sizes: Record<string, number>): number => Object.values(sizes).reduce((total, size) => total + size, 0);

/** Measures all files that a page loads before any interaction, whether the document names them or not, and its layout shift. */
export async function weighPage(page: Page, path: string): Promise<PageWeight> {
  const sizes: Record<'js' | 'css', Record<string, number>> = { js: {}, css: {} };
  const files: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const kind = /\.(js|css)$/.exec(pathname)?.[1] as 'js' | 'css' | undefined;
    if (kind) files.push(readCompressedSize(pathname).then((size) => void (sizes[kind][pathname] = size)));
  });
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { shift: number; setTimeout: (run: () => void, wait?: number) => number };
    seen.shift = 0;
    // Some forms hydrate after seconds without any interaction, and a busy machine would count that.
    const setTimer = seen.setTimeout;
    seen.setTimeout = (run, wait = 0) => (wait >= 3_000 ? 0 : setTimer(run, wait));
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) seen.shift += (one as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const layoutShift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  // Page styles are inlined; their weight is their size when compressed alone.
  const inlineStyles = await page.evaluate(() =>
    [...document.querySelectorAll('style')].map((one) => one.textContent).join(''),
  );
  await Promise.all(files);
  return {
    scripts: sizes.js,
    scriptBytes: sum(sizes.js),
    styleBytes: sum(sizes.css) + brotliCompressSync(inlineStyles).length,
    layoutShift,
  };
}

/** Every kind of public page, by a short name. */
export async function listPublicPages(url: string): Promise<Record<string, string>> {
  const read = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const [listing] = await read<{ id: number; state: string | null }[]>('/api/dentists?page=1&pageSize=1');
  const [article] = await read<{ slug: string }[]>('/api/articles?brief=1');
  const { id, state } = listing!;
  return {
    home: '/', directory: '/directory', profile: `/profile/${id}`, compare: `/compare?ids=${id}`, shortlist: '/shortlist', about: '/about',
    contact: '/contact', terms: '/terms', privacy: '/privacy', pricing: '/pricing', topics: '/topics', article: `/articles/${article!.slug}`,
    map: '/geographic-map', login: '/auth', city: `/dentists/${(state ?? '').toLowerCase()}`, yes: '/yes', missing: '/no-such-page',
    reviews: `/reviews/${id}`, topic: '/topics/teeth-whitening', results: '/directory?location=Texas&view=map',
  }; // prettier-ignore
}
