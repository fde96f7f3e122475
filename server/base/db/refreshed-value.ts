import type { Knex } from 'knex';

interface Entry<T> {
  value: T;
  loadedAt: number;
  isLoading: boolean;
}

/**
 * A value that is loaded once per database and renewed in the background when it is older than `maxAgeMs`, so that only
 * the first caller waits. Callers may get a value that is a little older.
 */
export class RefreshedValue<T> {
  readonly #load: (db: Knex) => Promise<T>;
  readonly #maxAgeMs: number;
  readonly #entries = new WeakMap<Knex, Entry<T>>();
  readonly #firstLoads = new WeakMap<Knex, Promise<T>>();

  constructor(maxAgeMs: number, load: (db: Knex) => Promise<T>) {
    this.#maxAgeMs = maxAgeMs;
    this.#load = load;
  }

  async get(db: Knex): Promise<T> {
    const entry = this.#entries.get(db);
    if (!entry) return this.#loadFirst(db);
    if (!entry.isLoading && performance.now() - entry.loadedAt > this.#maxAgeMs) {
      entry.isLoading = true;
      this.#load(db)
        .then((value) => void this.#entries.set(db, { value, loadedAt: performance.now(), isLoading: false }))
        // The database may be unreachable. The old value serves until it is back.
        .catch(() => {
          entry.isLoading = false;
          entry.loadedAt = performance.now();
        });
    }
    return entry.value;
  }

  #loadFirst(db: Knex): Promise<T> {
    let loading = this.#firstLoads.get(db);
    if (!loading) {
      loading = this.#load(db)
        .then((value) => {
          this.#entries.set(db, { value, loadedAt: performance.now(), isLoading: false });
          return value;
        })
        .finally(() => this.#firstLoads.delete(db));
      this.#firstLoads.set(db, loading);
    }
    return loading;
  }
}
