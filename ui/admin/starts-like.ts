import { allowedErrors, editDistance } from '#shared/edit-distance.ts';

/** True if a text begins with a typed word, or with one that differs by a typo. Short words have none. */
export function startsLike(text: string, typed: string): boolean {
  const most = allowedErrors(typed);
  return [0, -1, 1].some((more) => editDistance(text.slice(0, typed.length + more), typed, most) <= most);
}
