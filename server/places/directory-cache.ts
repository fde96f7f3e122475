import type { Knex } from 'knex';
import { findDirectoryVersion } from './queries.ts';

interface CachedValue {
  version: string;
  value: Promise<unknown>;
}
const cachedValues = new WeakMap<Knex, Map<string, CachedValue>>();

/** Caches a value until the directory changes. */
export async function cacheUntilChange<T>(db: Knex, key: string, load: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return load();
  const version = await findDirectoryVersion(db);
  const values = cachedValues.get(db) ?? new Map<string, CachedValue>();
  cachedValues.set(db, values);
  let cached = values.get(key);
  if (cached?.version !== version) {
    cached = { version, value: load() };
    values.set(key, cached);
    cached.value.catch(() => values.delete(key));
  }
  return cached.value as Promise<T>;
}
