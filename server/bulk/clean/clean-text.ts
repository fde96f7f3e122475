import { usStates } from '#contract/states.ts';

/** As search_norm() in the database has it; null where only the database can say (text beyond ASCII). */
export function buildNameKey(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase().replace(/ +/g, ' ').trim() : null;
}

const small = new Set(['of', 'and', 'the', 'at', 'in', 'on', 'for', 'by', 'de', 'la', 'del', 'von', 'van', 'der']);
const upper = new Set([
  'LLC',
  'PLLC',
  'PC',
  'PA',
  'LLP',
  'II',
  'III',
  'IV',
  'NW',
  'NE',
  'SW',
  'SE',
  'USA',
  'US',
  'NYC',
  'TMJ',
  'UCLA',
  'DDS',
  'DMD',
  'MS',
  'MD',
  'PO',
]);
const short = new Set(['ST', 'DR', 'FT', 'MT', 'RD', 'LN', 'CT', 'PL', 'SQ', 'JR', 'SR', 'MR', 'MRS', 'BR']);
const vowels = /[AEIOUY]/;

function fixWord(word: string, first: boolean): string {
  const bare = word.replace(/[^A-Za-z]/g, '');
  if (upper.has(bare)) return word;
  if (!first && small.has(word.toLowerCase())) return word.toLowerCase();
  if (bare.length > 1 && bare.length < 4 && !vowels.test(bare) && !short.has(bare)) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-/(.&"])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^(o|d)'(\p{L})/iu, (_, o: string, letter: string) => `${o.toUpperCase()}'${letter.toUpperCase()}`)
    .replace(/^mc(\p{L})/iu, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** "JANE O'BRIEN-SMITH II" to "Jane O'Brien-Smith II". Text that is not all capitals stays as it is. */
export function fixCapitals(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 4 || letters !== letters.toUpperCase() || letters === letters.toLowerCase()) return text;
  return text
    .split(' ')
    .map((word, index) => fixWord(word, index === 0))
    .join(' ');
}

const degree =
  /^(?:D\.?D\.?S|D\.?M\.?D|M\.?D|M\.?S|M\.?S\.?D|Ph\.?D|M\.?P\.?H|M\.?A\.?G\.?D|F\.?A\.?G\.?D|B\.?D\.?S|M\.?Sc|F\.?I\.?C\.?D|F\.?A\.?C\.?D|R\.?D\.?H)\.?$/i;

/** "Jane Doe, DDS, MS" is a name and a title. A name made of nothing but credentials stays whole. */
export function splitCredentials(text: string): { name: string; title: string | null } {
  const parts = text.split(',').map((part) => part.trim());
  const found: string[] = [];
  while (
    parts.length > 1 &&
    parts
      .at(-1)!
      .split(/[\s/]+/)
      .every((word) => degree.test(word))
  )
    found.unshift(parts.pop()!);
  const words = parts.at(-1)!.split(' ');
  const tail: string[] = [];
  while (words.length > 2 && degree.test(words.at(-1)!) && words.at(-1)!.replaceAll('.', '').length > 2)
    tail.unshift(words.pop()!);
  parts[parts.length - 1] = words.join(' ');
  const all = [...tail, ...found].flatMap((part) => part.split(/[\s/]+/)).map((word) => formatDegree(word));
  const name = parts.join(', ').replace(/[\s,]+$/, '');
  return name === '' || all.length === 0 ? { name: text, title: null } : { name, title: all.join(', ') };
}

function formatDegree(word: string): string {
  const bare = word.replaceAll('.', '').toUpperCase();
  return bare === 'PHD' ? 'PhD' : bare === 'MSC' ? 'MSc' : bare;
}

const states = new Map<string, string>();
for (const { code, name } of usStates) {
  states.set(code, code);
  states.set(name.toUpperCase(), code);
}
states
  .set('WASHINGTON DC', 'DC')
  .set('WASHINGTON, DC', 'DC')
  .set('D.C.', 'DC')
  .set('US VIRGIN ISLANDS', 'VI')
  .set('VIRGIN ISLANDS', 'VI');

/** The codes themselves, as they should be written. */
export const stateCodes: ReadonlySet<string> = new Set(usStates.map(({ code }) => code));

export const findStateCode = (text: string): string | null =>
  states.get(text.toUpperCase()) ?? states.get(text.toUpperCase().replace(/\./g, '')) ?? null;

/** Spreadsheets take the zeros at the head of a ZIP code, and turn it into a number with a point. */
export function cleanZip(text: string): string | null {
  const plain = text.replace(/^'/, '').replace(/\.0+$/, '').trim();
  if (/^\d{5}(-\d{4})?$/.test(plain)) return plain;
  if (/^\d{3,4}$/.test(plain)) return plain.padStart(5, '0');
  if (/^\d{3,4}-\d{4}$/.test(plain)) return plain.padStart(10, '0');
  if (/^\d{7,9}$/.test(plain)) return plain.padStart(9, '0').replace(/^(\d{5})/, '$1-');
  if (/^\d{5}[ –]\d{4}$/.test(plain)) return plain.replace(/[ –]/, '-');
  return null;
}

export type Phone = { text: string; key: string } | { why: string };

/** Any way of writing a US number to one; what a spreadsheet rounded away cannot be had back. */
export function cleanPhone(text: string): Phone {
  let plain = text.trim();
  const science = /^(\d)[.,]?(\d*)[eE]\+?(\d{1,2})$/.exec(plain);
  if (science) {
    const digits = science[1]! + science[2]!;
    const power = Number(science[3]) + 1;
    if (digits.length < power)
      return {
        why: 'A spreadsheet rounded this phone number, so its last digits are lost. Format the column as text and enter it again.',
      };
    plain = digits;
  }
  plain = plain.replace(/\.0$/, '').replace(/^tel:/i, '');
  const extension = /\s*(?:,|;)?\s*(?:ext(?:ension)?\.?|x|#)\s*[:.]?\s*(\d{1,6})$/i.exec(plain);
  const main = extension ? plain.slice(0, extension.index) : plain;
  if (!/^[\d\s().+\-–—/•·]*$/.test(main)) return { why: 'This is not a phone number.' };
  const digits = main.replace(/\D/g, '');
  const ten = /^(?:1)?([2-9]\d{9})$/.exec(digits)?.[1];
  if (!ten)
    return { why: digits.length === 7 ? 'This phone number has no area code.' : 'This is not a US phone number.' };
  const written = `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;
  return { text: extension ? `${written} x${extension[1]}` : written, key: ten };
}

/** A link that can be shown; what lacks its https:// gets one. */
export function cleanUrl(text: string): string | null {
  const full =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(full)) return null;
  const { protocol, hostname } = new URL(full);
  return (protocol === 'https:' || protocol === 'http:') && /^[^.\s]+(\.[^.\s]+)+$/.test(hostname) && !/\s/.test(full)
    ? full
    : null;
}

export function parseFlag(text: string): boolean | null {
  switch (text.toLowerCase()) {
    case 'true':
    case 't':
    case 'yes':
    case 'y':
    case '1':
    case 'x':
    case 'on':
    case '✓':
      return true;
    case 'false':
    case 'f':
    case 'no':
    case 'n':
    case '0':
    case 'off':
    case '✗':
      return false;
    default:
      return null;
  }
}

/** A cell with JSON in it, as scraping services write lists. */
export function parseJsonCell(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Python's way of writing lists and dictionaries.
    if (!/^\s*[[{]\s*'/.test(text) && !/^\s*[[{]\s*[\]}]/.test(text)) return undefined;
    try {
      return JSON.parse(
        text.replace(/'((?:[^'\\]|\\.)*)'/g, (_, inner: string) => JSON.stringify(inner)).replace(/\bNone\b/g, 'null'),
      ) as unknown;
    } catch {
      return undefined;
    }
  }
}

export const collapseSpaces = (text: string) => (/\s\s|[\t\r\n\u00a0]/.test(text) ? text.replace(/\s+/g, ' ') : text);
