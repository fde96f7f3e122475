const MAX_LENGTH = 40;
const rowsOfDistances = [
  new Uint8Array(MAX_LENGTH + 1),
  new Uint8Array(MAX_LENGTH + 1),
  new Uint8Array(MAX_LENGTH + 1),
];

/**
 * The number of letters to insert, delete, replace, or swap with their neighbor to turn one word into the other, or
 * `most + 1` if that is more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || a.length > MAX_LENGTH || b.length > MAX_LENGTH) return most + 1;
  let [beforePrevious, previous, current] = rowsOfDistances as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let distance = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (isEqual ? 0 : 1));
      const isSwap =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwap) distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      current[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[b.length]!, most + 1);
}

/** Long words may have two wrong letters, short ones none. */
export const allowedErrors = (word: string): number => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2);
