import { create } from 'zustand';

/** Kept by this browser, for this person: nothing of it is sent anywhere. */
interface Saved {
  shortlist: readonly number[];
  compare: readonly number[];
}

export const MOST_COMPARED = 4;
const MOST_SHORTLISTED = 50;
const KEYS = { shortlist: 'shortlist', compare: 'compare' } as const;

function read(name: keyof Saved): number[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEYS[name]) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((id): id is number => Number.isInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}

// Starts empty, as the server's page does; React takes the kept lists over right after.
export const useSaved = create<Saved>(() => ({ shortlist: [], compare: [] }));
const load = () =>
  useSaved.setState({
    shortlist: read('shortlist').slice(0, MOST_SHORTLISTED),
    compare: read('compare').slice(0, MOST_COMPARED),
  });
if (typeof document !== 'undefined') {
  load();
  addEventListener('storage', load);
}

function write(name: keyof Saved, ids: readonly number[]): void {
  useSaved.setState({ [name]: ids });
  try {
    localStorage.setItem(KEYS[name], JSON.stringify(ids));
  } catch {
    // Storage is closed in this window; the list lasts until the page is left.
  }
}

/** False when the list is full. */
export function toggleSaved(name: keyof Saved, id: number): boolean {
  const ids = useSaved.getState()[name];
  if (ids.includes(id)) {
    write(
      name,
      ids.filter((one) => one !== id),
    );
    return true;
  }
  if (ids.length >= (name === 'compare' ? MOST_COMPARED : MOST_SHORTLISTED)) return false;
  write(name, [...ids, id]);
  return true;
}

export const clearSaved = (name: keyof Saved): void => write(name, []);
