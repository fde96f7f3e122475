import { cleanText } from '#server/places/location.ts';

const honorifics = new Set(['dr', 'dr.', 'doctor', 'dds', 'dmd']);
const MAX_WORDS = 8;

/** The words that a name must contain. Honorifics count only when nothing else was typed. */
export function nameWords(text: string): string[] {
  // A control character separates the names of the dentist and of the practice in the search keys.
  const words = cleanText(text.replace(/\p{Cc}/gu, ' '))
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const nameParts = words.filter((word) => !honorifics.has(word.toLowerCase().replace(/,$/, '')));
  return nameParts.length > 0 ? nameParts : words;
}
