import type { Knex } from 'knex';

/** Answers of a database kept for half a minute. May be dropped at any time, and is when there are many. */
export class ShortMemory<T> {
  static readonly KEPT_MS = 30_000;
  static readonly MOST = 1_000;
  readonly #of = new WeakMap<Knex, Map<string, { value: T; until: number }>>();

  recall(db: Knex, key: string): T | undefined {
    const known = this.#of.get(db)?.get(key);
    return known && known.until > performance.now() ? known.value : undefined;
  }

  remember(db: Knex, key: string, value: T): T {
    let known = this.#of.get(db);
    if (!known) this.#of.set(db, (known = new Map()));
    if (known.size >= ShortMemory.MOST) known.clear();
    known.set(key, { value, until: performance.now() + ShortMemory.KEPT_MS });
    return value;
  }
}
