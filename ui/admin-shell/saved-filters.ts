import { useMemo, useSyncExternalStore } from 'react';

/** Filters an admin has saved. They stay in this browser, because searches may contain personal data. */
export interface SavedFilter {
  name: string;
  search: string;
}

export const MOST_FILTERS = 20;
const keyOf = (userId: number, screen: string) => `filters ${userId} ${screen}`;

const isFilter = (value: unknown): value is SavedFilter =>
  typeof (value as SavedFilter | null)?.name === 'string' && typeof (value as SavedFilter).search === 'string';

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): SavedFilter[] {
  try {
    const entries = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(entries) ? entries.filter(isFilter).slice(0, MOST_FILTERS) : [];
  } catch {
    return [];
  }
}

export const readFilters = (userId: number, screen: string): SavedFilter[] => parse(readItem(keyOf(userId, screen)));

const watchers = new Set<() => void>();
const watch = (changed: () => void) => {
  watchers.add(changed);
  // Other windows of the same browser.
  addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    removeEventListener('storage', changed);
  };
};

export function useFilters(userId: number | undefined, screen: string): SavedFilter[] {
  const text = useSyncExternalStore(
    watch,
    () => (userId === undefined ? null : readItem(keyOf(userId, screen))),
    () => null,
  );
  return useMemo(() => parse(text), [text]);
}

/** False if the browser stores nothing. */
export function writeFilters(userId: number, screen: string, filters: readonly SavedFilter[]): boolean {
  try {
    localStorage.setItem(keyOf(userId, screen), JSON.stringify(filters));
  } catch {
    return false;
  }
  for (const changed of watchers) changed();
  return true;
}

/** The filter parameters of a URL in a fixed order, so that equal filters are equal strings. */
export function filterOf(search: URLSearchParams, names: readonly string[]): string {
  const filterParams = new URLSearchParams();
  for (const name of names) {
    const value = search.get(name);
    if (value) filterParams.set(name, value);
  }
  return filterParams.toString();
}

/** Adds a filter, replacing one of the same name. The list is sorted by name. */
export const withFilter = (filters: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...filters.filter(({ name }) => name !== added.name), added].toSorted((a, b) => a.name.localeCompare(b.name));
