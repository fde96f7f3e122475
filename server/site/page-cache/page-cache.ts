import { cacheReads } from '#server/base/counters.ts';
import type { CachedPage, Moment } from './cached-page.ts';

/** The memory of an entry besides its bodies and its address: headers and objects. */
const ENTRY_BYTES = 4_096;

const totals = { hits: 0, misses: 0, notModified: 0, renders: 0, entries: 0, bytes: 0 };

/** The counters of all page caches of this process since it started, and their present size. */
export const pageCacheStats = (): Readonly<typeof totals> => ({ ...totals });
export const countPages = (counter: 'notModified' | 'renders'): void => void (totals[counter] += 1);

/** Public pages by address, up to a number of bytes. The page that was not requested for the longest time goes first. */
export class PageCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, { page: CachedPage; bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(address: string, moment: Moment): CachedPage | undefined {
    const entry = this.#entries.get(address);
    if (!entry?.page.isFresh(moment)) {
      totals.misses += 1;
      cacheReads.inc({ cache: 'pages', result: 'miss' });
      return undefined;
    }
    totals.hits += 1;
    cacheReads.inc({ cache: 'pages', result: 'hit' });
    // A map keeps the order of insertion.
    this.#entries.delete(address);
    this.#entries.set(address, entry);
    return entry.page;
  }

  /** The stored page, however old. */
  getStale(address: string): CachedPage | undefined {
    return this.#entries.get(address)?.page;
  }

  set(address: string, page: CachedPage): void {
    this.#delete(address);
    const bytes = ENTRY_BYTES + address.length * 2 + page.bytes;
    if (bytes > this.#maxBytes) return;
    this.#entries.set(address, { page, bytes });
    this.#add(1, bytes);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#delete(oldest);
    }
  }

  /** Counts a page again after one of its bodies was compressed. */
  measure(address: string, page: CachedPage): void {
    if (this.#entries.get(address)?.page === page) this.set(address, page);
  }

  #delete(address: string): void {
    const entry = this.#entries.get(address);
    if (!entry) return;
    this.#entries.delete(address);
    this.#add(-1, -entry.bytes);
  }

  #add(entries: number, bytes: number): void {
    this.#bytes += bytes;
    totals.entries += entries;
    totals.bytes += bytes;
  }
}
