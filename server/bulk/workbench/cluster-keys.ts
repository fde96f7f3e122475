import { foldLatin } from '#shared/fold-latin.ts';

const plainText = (value: string): string =>
  foldLatin(value.trim())
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]|\p{Lm}/gu, '')
    .trim();

/** Values that differ only in case, accents, punctuation, or the order of words have the same key. */
export const fingerprint = (value: string): string => [...new Set(plainText(value).split(/ +/))].toSorted().join(' ');

const GRAM = 2;
/** Values of the same pairs of letters have the same key, whatever their spaces and order. */
export function ngramFingerprint(value: string): string {
  const text = plainText(value).replaceAll(' ', '');
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= text.length; at++) grams.add(text.slice(at, at + GRAM));
  return grams.size === 0 ? text : [...grams].toSorted().join('');
}

/** Spellings of English sounds, in the order in which they are replaced. */
const sounds: [spelling: RegExp, sound: string][] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 's'],
  [/^wh/, 'w'],
  [/mb$/, 'm'],
  [/sch/g, 'sk'],
  [/tch/g, 'C'],
  [/t(?:io|ia)/g, 'S'],
  [/s(?:h|io|ia)/g, 'S'],
  [/ch/g, 'C'],
  [/dg(?=[eiy])/g, 'j'],
  [/ph/g, 'f'],
  [/gh(?=[^aeiou]|$)/g, ''],
  [/gh/g, 'g'],
  [/th/g, '0'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/g(?=[eiy])/g, 'j'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/v/g, 'f'],
  [/(?<=[aeiou])h(?![aeiou])/g, ''],
];
function hear(word: string): string {
  let heard = word;
  for (const [spelling, sound] of sounds) heard = heard.replace(spelling, sound);
  heard = heard.replace(/(.)\1+/g, '$1');
  // Only a vowel at the start counts.
  return /^[aeiouy]/.test(heard)
    ? `a${heard.slice(1).replace(/[aeiouyw]/g, '')}`
    : heard.replace(/(?!^)[aeiouyw]/g, '');
}

/** Values that sound alike in English have the same key. Numbers and other scripts stay as they are. */
export const phoneticKey = (value: string): string => fingerprint(value).split(' ').map(hear).join(' ');
