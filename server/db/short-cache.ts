import type { Knex } from 'knex';

/** Caches values per database for 30 seconds. A full cache is emptied, so callers must be able to compute a value again. */
export class ShortCache<T> {
  static readonly TTL_MS = 30_000;
  static readonly MAX_ENTRIES = 1_000;
  readonly #caches = new WeakMap<Knex, Map<string, { value: T; expiresAt: number }>>();

  get(db: Knex, key: string): T | undefined {
    const entry = this.#caches.get(db)?.get(key);
    return entry && entry.expiresAt > performance.now() ? entry.value : undefined;
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
