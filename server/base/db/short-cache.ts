import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { cacheReads } from '../counters.ts';

/** Caches values per database for 30 seconds. */
export class ShortCache<T extends object> {
  readonly #name: string;
  readonly #caches = new WeakMap<Knex, LRUCache<string, T>>();

  /** The name is the cache's label in /metrics. */
  constructor(name: string) {
    this.#name = name;
  }

  get(db: Knex, key: string): T | undefined {
    const value = this.#caches.get(db)?.get(key);
    cacheReads.inc({ cache: this.#name, result: value ? 'hit' : 'miss' });
    return value;
  }

  /** Stores and returns the value. */
  set(db: Knex, key: string, value: T): T {
    let values = this.#caches.get(db);
    if (!values) this.#caches.set(db, (values = new LRUCache({ max: 1_000, ttl: 30_000 })));
    values.set(key, value);
    return value;
  }
}
