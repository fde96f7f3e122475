import { LRUCache } from 'lru-cache';
import { cacheReads } from '#server/base/counters.ts';
import type { CachedPage, Moment } from './cached-page.ts';

/** The memory of an entry besides its bodies and its address: headers and objects. */
const ENTRY_BYTES = 4_096;

const totals = { hits: 0, misses: 0, notModified: 0, renders: 0 };
const caches = new Set<LRUCache<string, CachedPage>>();

/** The counters of all page caches of this process since it started, and their present size. */
export const pageCacheStats = (): typeof totals & { entries: number; bytes: number } => ({
  ...totals,
  entries: [...caches].reduce((sum, { size }) => sum + size, 0),
  bytes: [...caches].reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
});
export const countPages = (counter: 'notModified' | 'renders'): void => void (totals[counter] += 1);

/** Public pages by address. Evicts the least recently used pages beyond a number of bytes. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({
      // No page fits into one byte, and zero would mean that the cache has no limit.
      maxSize: maxBytes || 1,
      sizeCalculation: (page, address) => ENTRY_BYTES + address.length * 2 + page.bytes,
    });
    caches.add(this.#pages);
  }

  get(address: string, moment: Moment): CachedPage | undefined {
    const isFresh = this.#pages.peek(address)?.isFresh(moment);
    totals[isFresh ? 'hits' : 'misses'] += 1;
    cacheReads.inc({ cache: 'pages', result: isFresh ? 'hit' : 'miss' });
    return isFresh ? this.#pages.get(address) : undefined;
  }

  /** The stored page, however old. */
  getStale(address: string): CachedPage | undefined {
    return this.#pages.peek(address);
  }

  set(address: string, page: CachedPage): void {
    this.#pages.set(address, page);
  }

  /** Counts a page again after one of its bodies was compressed. */
  measure(address: string, page: CachedPage): void {
    if (this.#pages.peek(address) !== page) return;
    this.#pages.delete(address);
    this.#pages.set(address, page);
  }
}
