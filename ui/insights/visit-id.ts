const SESSION_KEY = 'analytics_session';
const SESSION_TIMEOUT = 30 * 60_000;

export const storeVisitId = (id: string): void => sessionStorage.setItem(SESSION_KEY, JSON.stringify([id, Date.now()]));
export const forgetVisitId = (): void => sessionStorage.removeItem(SESSION_KEY);

/** The id of the current visit. Null if the visitor isn't tracked. */
export function readVisitId(): string | null {
  try {
    const [id, at] = JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? '') as [string, number];
    return Date.now() - at < SESSION_TIMEOUT ? id : null;
  } catch {
    return null;
  }
}

/** Headers for calls that count for the current visit. */
export function visitHeaders(): Record<string, string> {
  const id = readVisitId();
  return id === null ? {} : { 'X-Session-Id': id };
}
