import { normalizeWebAddress } from '#shared/listings/web-address.ts';
import { usStates } from '#shared/places/states.ts';
import { cellReasons } from '../refusal-reasons.ts';

/** Folds a name as search_norm() does. Null for text beyond ASCII, which only the database can fold. */
export function buildNameKey(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase().replace(/ +/g, ' ').trim() : null;
}

const lowercaseWords = new Set([
  'of',
  'and',
  'the',
  'at',
  'in',
  'on',
  'for',
  'by',
  'de',
  'la',
  'del',
  'von',
  'van',
  'der',
]);
const uppercaseWords = new Set([
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
const abbreviations = new Set(['ST', 'DR', 'FT', 'MT', 'RD', 'LN', 'CT', 'PL', 'SQ', 'JR', 'SR', 'MR', 'MRS', 'BR']);
const vowels = /[AEIOUY]/;

function fixWord(word: string, isFirst: boolean): string {
  const bare = word.replace(/[^A-Za-z]/g, '');
  if (uppercaseWords.has(bare)) return word;
  if (!isFirst && lowercaseWords.has(word.toLowerCase())) return word.toLowerCase();
  if (bare.length > 1 && bare.length < 4 && !vowels.test(bare) && !abbreviations.has(bare)) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-/(.&"])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^(o|d)'(\p{L})/iu, (_, o: string, letter: string) => `${o.toUpperCase()}'${letter.toUpperCase()}`)
    .replace(/^mc(\p{L})/iu, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** Changes "JANE O'BRIEN-SMITH II" to "Jane O'Brien-Smith II". Returns text with lowercase letters unchanged. */
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

/** Splits "Jane Doe, DDS, MS" into a name and a title. A name that consists of credentials isn't split. */
export function splitCredentials(text: string): { name: string; title: string | null } {
  const parts = text.split(',').map((part) => part.trim());
  const separateDegrees: string[] = [];
  while (
    parts.length > 1 &&
    parts
      .at(-1)!
      .split(/[\s/]+/)
      .every((word) => degree.test(word))
  )
    separateDegrees.unshift(parts.pop()!);
  const words = parts.at(-1)!.split(' ');
  const trailingDegrees: string[] = [];
  while (words.length > 2 && degree.test(words.at(-1)!) && words.at(-1)!.replaceAll('.', '').length > 2)
    trailingDegrees.unshift(words.pop()!);
  parts[parts.length - 1] = words.join(' ');
  const degrees = [...trailingDegrees, ...separateDegrees]
    .flatMap((part) => part.split(/[\s/]+/))
    .map((word) => formatDegree(word));
  const name = cutEnd(parts.join(', '));
  return name === '' || degrees.length === 0 ? { name: text, title: null } : { name, title: degrees.join(', ') };
}

const isSpaceOrComma = /[\s,]/;
/** Searching for /[\s,]+$/ would start again at every space. */
function cutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpaceOrComma.test(text[end - 1]!)) end--;
  return text.slice(0, end);
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

export const stateCodes: ReadonlySet<string> = new Set(usStates.map(({ code }) => code));

export const findStateCode = (text: string): string | null =>
  states.get(text.toUpperCase()) ?? states.get(text.toUpperCase().replace(/\./g, '')) ?? null;

/** Restores the leading zeros that spreadsheets remove, and removes the decimals that they add. */
export function cleanZip(text: string): string | null {
  const plain = text.replace(/^'/, '').replace(/\.0+$/, '').trim();
  if (/^\d{5}(-\d{4})?$/.test(plain)) return plain;
  if (/^\d{3,4}$/.test(plain)) return plain.padStart(5, '0');
  if (/^\d{3,4}-\d{4}$/.test(plain)) return plain.padStart(10, '0');
  if (/^\d{7,9}$/.test(plain)) return plain.padStart(9, '0').replace(/^(\d{5})/, '$1-');
  if (/^\d{5}[ –]\d{4}$/.test(plain)) return plain.replace(/[ –]/, '-');
  return null;
}

/** The longest end of a phone number that is searched for an extension. */
const MAX_EXTENSION = 40;

type CleanedPhone = { text: string; key: string } | { why: string };

/** Formats a US phone number. A number that a spreadsheet rounded can't be recovered. */
export function cleanPhone(text: string): CleanedPhone {
  let plain = text.trim();
  const scientific = /^(\d)[.,]?(\d*)[eE]\+?(\d{1,2})$/.exec(plain);
  if (scientific) {
    const digits = scientific[1]! + scientific[2]!;
    const power = Number(scientific[3]) + 1;
    if (digits.length < power) return { why: cellReasons.phoneRounded };
    plain = digits;
  }
  plain = plain.replace(/\.0$/, '').replace(/^tel:/i, '');
  const extension = /(?:ext(?:ension)?\.?|x|#)\s*[:.]?\s*(\d{1,6})$/i.exec(plain.slice(-MAX_EXTENSION));
  const number = extension ? plain.slice(0, -extension[0].length).trimEnd().replace(/[,;]$/, '') : plain;
  if (!/^[\d\s().+\-–—/•·]*$/.test(number)) return { why: cellReasons.phone };
  const digits = number.replace(/\D/g, '');
  const tenDigits = /^(?:1)?([2-9]\d{9})$/.exec(digits)?.[1];
  if (!tenDigits) return { why: digits.length === 7 ? cellReasons.phoneWithoutAreaCode : cellReasons.foreignPhone };
  const formatted = `(${tenDigits.slice(0, 3)}) ${tenDigits.slice(3, 6)}-${tenDigits.slice(6)}`;
  return { text: extension ? `${formatted} x${extension[1]}` : formatted, key: tenDigits };
}

/** Adds a missing https://, and spells the address as browsers read it. Null for anything that isn't a web address. */
export function cleanUrl(text: string): string | null {
  const hasProtocol = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text);
  // A number such as 12.5 would become an IP address.
  return /\s/.test(text) || /^[-+\d.,]+$/.test(text)
    ? null
    : normalizeWebAddress(hasProtocol ? text : `https://${text.replace(/^\/\//, '')}`);
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

/** Parses a cell that contains JSON, which is how scraping services export lists. */
export function parseJsonCell(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Convert Python's notation of lists and dictionaries.
    if (!/^\s*[[{]\s*'/.test(text) && !/^\s*[[{]\s*[\]}]/.test(text)) return undefined;
    try {
      return JSON.parse(
        // A text without its closing mark ends at the end of the cell, because a search for the mark from every other one takes too long.
        text
          .replace(/'((?:[^'\\]|\\.)*)(?:'|\\?$)/g, (_, inner: string) => JSON.stringify(inner))
          .replace(/\bNone\b/g, 'null'),
      ) as unknown;
    } catch {
      return undefined;
    }
  }
}

export const collapseSpaces = (text: string) => (/\s\s|[\t\r\n\u00a0]/.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Reads 2026-03-01 and 3/1/2026. Null for anything else, and for days that don't exist. */
export function parseDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3], american[1], american[2]] : [];
  if (!year || !month || !day) return null;
  const exists = Number(day) >= 1 && Number(day) <= countDays(Number(year), Number(month));
  return exists ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
/** 0 for a month that doesn't exist. */
const countDays = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0);
