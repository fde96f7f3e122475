// Typed text that was not sent yet, kept on this device for the user who typed it.

/** A draft is kept on the device for 30 days, or in this tab until it closes. */
export type DraftPlace = 'device' | 'tab';

const LIFETIME = 30 * 86_400_000;
const PREFIX = 'draft:';
/** Pictures and documents would fill the storage. */
const MAX_TEXT = 400_000;

const storageOf = (place: DraftPlace): Storage => (place === 'tab' ? sessionStorage : localStorage);

const isKept = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT
    : value === null || typeof value !== 'object' || Array.isArray(value);

const keyOf = (name: string, userId: number | null): string => `${PREFIX}${userId ?? 'visitor'} ${name}`;

/** The kept fields of a draft; null if this user has none. */
export function readDraft<V extends object>(
  name: string,
  userId: number | null,
  place: DraftPlace = 'device',
): Partial<V> | null {
  try {
    const stored = JSON.parse(storageOf(place).getItem(keyOf(name, userId)) ?? 'null') as {
      values: Partial<V>;
      at: number;
    } | null;
    return stored && typeof stored.values === 'object' && Date.now() - stored.at <= LIFETIME ? stored.values : null;
  } catch {
    return null;
  }
}

/** The fields of a draft that the form still has, with their type unchanged. Null is a field's value before a choice. */
export const fitDraft = <V extends object>(draft: Partial<V> | null, form: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(draft ?? {}).filter(([name, value]) => {
      const initial = (form as Record<string, unknown>)[name];
      return name in form && (initial === null || typeof value === typeof initial);
    }),
  ) as Partial<V>;

export function saveDraft(name: string, userId: number | null, values: object, place: DraftPlace = 'device'): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => isKept(value)));
  try {
    storageOf(place).setItem(keyOf(name, userId), JSON.stringify({ at: Date.now(), values: kept }));
  } catch {
    // Storage is unavailable or full. The form still holds its values.
  }
}

export function deleteDraft(name: string, userId: number | null, place: DraftPlace = 'device'): void {
  try {
    storageOf(place).removeItem(keyOf(name, userId));
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}

/** Called when a user signs out on purpose, because others may use this device. */
export function deleteDraftsOf(userId: number): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(keyOf('', userId))) storage.removeItem(key);
  } catch {
    // Storage is unavailable, so there are no drafts.
  }
}
