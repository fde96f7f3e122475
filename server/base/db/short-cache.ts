import type { Knex } from 'knex';
import { cacheReads } from '../counters.ts';

/** Caches values per database for 30 seconds. A full cache is emptied, so callers must be able to compute a value again. */
export class ShortCache<T> {
  static readonly TTL_MS = 30_000;
  static readonly MAX_ENTRIES = 1_000;
  readonly #name: string;
  readonly #caches = new WeakMap<Knex, Map<string, { value: T; expiresAt: number }>>();

  /** The name is the cache's label in /metrics. */
  constructor(name: string) {
    this.#name = name;
  }

  get(db: Knex, key: string): T | undefined {
    const entry = this.#caches.get(db)?.get(key);
    const isCurrent = entry !== undefined && entry.expiresAt > performance.now();
    cacheReads.inc({ cache: this.#name, result: isCurrent ? 'hit' : 'miss' });
    return isCurrent ? entry.value : undefined;
  }

  /** Stores and returns the value. */
  set(db: Knex, key: string, value: T): T {
    let entries = this.#caches.get(db);
    if (!entries) this.#caches.set(db, (entries = new Map()));
    if (entries.size >= ShortCache.MAX_ENTRIES) entries.clear();
    entries.set(key, { value, expiresAt: performance.now() + ShortCache.TTL_MS });
    return value;
  }
}
