import type { Knex } from 'knex';
import { findDirectoryVersion } from './queries.ts';

const cachedValues = new WeakMap<Knex, Map<string, { version: string; value: Promise<unknown> }>>();

/** A value that only changes when the directory does: computed once a change, asked for as often as wanted. */
export async function cacheUntilChange<T>(db: Knex, key: string, load: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return load();
  const version = await findDirectoryVersion(db);
  const values = cachedValues.get(db) ?? new Map<string, { version: string; value: Promise<unknown> }>();
  cachedValues.set(db, values);
  let one = values.get(key);
  if (one?.version !== version) {
    one = { version, value: load() };
    values.set(key, one);
    one.value.catch(() => values.delete(key));
  }
  return one.value as Promise<T>;
}
