import { create } from 'zustand';
import { MAX_SHORTLISTED } from '#shared/limits.ts';

/** Listing ids in localStorage. The shortlist of a signed-in visitor is also stored in the account (shortlist-sync.ts). */
interface Saved {
  shortlist: readonly number[];
  compare: readonly number[];
}

export const MAX_COMPARED = 4;
const KEYS = { shortlist: 'shortlist', compare: 'compare' } as const;

function read(name: keyof Saved): number[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEYS[name]) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}

// The server renders empty lists, so hydration starts with empty ones too.
export const useSaved = create<Saved>(() => ({ shortlist: [], compare: [] }));
const load = () =>
  useSaved.setState({
    shortlist: read('shortlist').slice(0, MAX_SHORTLISTED),
    compare: read('compare').slice(0, MAX_COMPARED),
  });
/** Marks the saved practices in the server's markup, whose buttons React hydrates later. */
function markSavedButtons(): void {
  const saved = useSaved.getState();
  for (const button of document.querySelectorAll('[data-saved]')) {
    const [name, id] = button.getAttribute('data-saved')!.split(' ') as [keyof Saved, string];
    button.setAttribute('aria-pressed', String(saved[name].includes(Number(id))));
  }
}

if (typeof document !== 'undefined') {
  load();
  markSavedButtons();
  addEventListener('storage', load);
}

function write(name: keyof Saved, ids: readonly number[]): void {
  useSaved.setState({ [name]: ids });
  try {
    localStorage.setItem(KEYS[name], JSON.stringify(ids));
  } catch {
    // Without storage the list lasts until the page closes.
  }
}

/** False when the list is full. */
export function toggleSaved(name: keyof Saved, id: number): boolean {
  const ids = useSaved.getState()[name];
  if (ids.includes(id)) {
    write(
      name,
      ids.filter((savedId) => savedId !== id),
    );
    return true;
  }
  if (ids.length >= (name === 'compare' ? MAX_COMPARED : MAX_SHORTLISTED)) return false;
  write(name, [...ids, id]);
  return true;
}

export const clearSaved = (name: keyof Saved): void => write(name, []);

export const setShortlist = (ids: readonly number[]): void => write('shortlist', ids.slice(0, MAX_SHORTLISTED));

/** Adds practices to the shortlist and returns how many of them did not fit. */
export function addToShortlist(ids: readonly number[]): number {
  const wanted = [...new Set([...useSaved.getState().shortlist, ...ids])];
  setShortlist(wanted);
  return Math.max(0, wanted.length - MAX_SHORTLISTED);
}

/** The storage key of the account's list, as this browser last read it. */
export const ACCOUNT_COPY_KEY = 'shortlist-account';
export function hasAccountCopy(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_COPY_KEY) !== null;
  } catch {
    return false;
  }
}
