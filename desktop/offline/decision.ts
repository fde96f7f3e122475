/** A decision made in this console. It stays in the outbox until the server answers. */
export interface Decision {
  /** The idempotency key, so that retries are carried out once. */
  key: string;
  server: string;
  user: string;
  method: string;
  path: string;
  body: unknown;
  /** When the person decided. */
  at: string;
  /** The decision is held back and can be undone until this time. */
  notBefore?: string;
  /** The page's id of the action, which may consist of several decisions. Used to undo them together. */
  action?: string;
}

export const LONGEST_HOLD_MS = 60_000;

/** A hold that ends later than any hold can was made before the clock was set back, so it is over. */
export function isDue({ notBefore }: Decision): boolean {
  if (notBefore === undefined) return true;
  const remainingMs = Date.parse(notBefore) - Date.now();
  return remainingMs <= 0 || remainingMs > LONGEST_HOLD_MS;
}

/** A decision that the server refused, kept until the person resolves it. */
export interface RefusedDecision extends Decision {
  message: string;
}
