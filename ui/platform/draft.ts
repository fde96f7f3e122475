/** Form drafts in localStorage expire after 30 days. Without storage they last as long as the page. */
const LIFETIME = 30 * 86_400_000;

export function readDraft<V extends object>(key: string, empty: V): V {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; values: Partial<V> } | null;
    if (!stored || typeof stored.values !== 'object' || Date.now() - stored.at > LIFETIME) return empty;
    // Drops fields that the form no longer has or whose type has changed.
    const validFields = Object.entries(stored.values).filter(
      ([name, value]) => name in empty && typeof value === typeof (empty as Record<string, unknown>)[name],
    );
    return { ...empty, ...Object.fromEntries(validFields) };
  } catch {
    return empty;
  }
}

export function saveDraft(key: string, values: object): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }));
  } catch {
    // Storage is unavailable or full. The form still holds its values.
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}
