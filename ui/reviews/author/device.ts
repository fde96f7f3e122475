const KEY = 'reviewDevice';

/** A random value that this browser keeps, so that many reviews from one device are noticed. Undefined if it can't keep one. */
export function readDevice(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    const made = crypto.randomUUID();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return undefined;
  }
}
