/** What was typed into a form and not sent yet, kept in this browser for a month. Without storage it lives as long as the page. */
const KEPT = 30 * 86_400_000;

export function readDraft<V extends object>(key: string, empty: V): V {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; values: Partial<V> } | null;
    if (!kept || typeof kept.values !== 'object' || Date.now() - kept.at > KEPT) return empty;
    // Only what the form has, and only of the kind it has.
    const known = Object.entries(kept.values).filter(
      ([name, value]) => name in empty && typeof value === typeof (empty as Record<string, unknown>)[name],
    );
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
}

export function saveDraft(key: string, values: object): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }));
  } catch {
    // Storage is closed or full: the form itself still holds what was typed.
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
