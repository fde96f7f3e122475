const titleWords = new Set([
  'dr',
  'dds',
  'dmd',
  'ms',
  'md',
  'phd',
  'mr',
  'mrs',
  'jr',
  'sr',
  'ii',
  'iii',
  'dental',
  'dentistry',
  'clinic',
  'practice',
  'the',
  'of',
  'and',
  'pc',
  'llc',
  'pllc',
  'inc',
]);

const nameWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !titleWords.has(word));

/** Whether the last name of one is part of the other. Null if a name has no words to compare, such as "Dental Clinic". */
export function sharesLastName(a: string, b: string): boolean | null {
  const [wordsOfA, wordsOfB] = [nameWords(a), nameWords(b)];
  const [lastOfA, lastOfB] = [wordsOfA.at(-1), wordsOfB.at(-1)];
  if (lastOfA === undefined || lastOfB === undefined) return null;
  return wordsOfB.includes(lastOfA) || wordsOfA.includes(lastOfB);
}
