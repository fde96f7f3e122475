const HOUR = 3_600_000;
const nameOf = (dentistId: number) => `appointment-key-${dentistId}`;

/** The key of a form that hasn't been sent. Two tabs share it, so that sending both makes one request. */
export function readBrowserKey(dentistId: number): string {
  const fresh = { key: crypto.randomUUID(), at: Date.now() };
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf(dentistId)) ?? 'null') as typeof fresh | null;
    if (stored && fresh.at - stored.at < HOUR) return stored.key;
    localStorage.setItem(nameOf(dentistId), JSON.stringify(fresh));
  } catch {
    // Without storage, each tab has its own key.
  }
  return fresh.key;
}

export function forgetBrowserKey(dentistId: number): void {
  try {
    localStorage.removeItem(nameOf(dentistId));
  } catch {
    // Nothing was stored.
  }
}
