import { dayNames, formatDayHours, parseDayHours, type DayName } from '#shared/listings/opening-hours.ts';
import { languages } from '#shared/listings/languages.ts';
import { parseWeek } from '#server/bulk/clean/clean-hours.ts';
import { cleanBookingUrl } from './booking-links.ts';
import type { Week } from './hours-text.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const textsOf = (value: unknown): string[] =>
  list(value).flatMap((item) =>
    typeof item === 'string' ? [item] : isNode(item) ? textsOf(item.name ?? item.alternateName) : [],
  );

const quoteProperty = (node: Node, property: string): string => `"${property}": ${JSON.stringify(node[property])}`;

const practices =
  /(^|[/:])(Dentist|Dentistry|DentalClinic|MedicalClinic|MedicalBusiness|MedicalOrganization|LocalBusiness|Physician)$/;
const DEPTH = 6;

/** The practices that structured data describes: at any depth, such as in a graph or as the department of another. */
export function findPractices(value: unknown, depth = 0): Node[] {
  if (depth > DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => findPractices(item, depth + 1));
  if (!isNode(value)) return [];
  const inner = Object.entries(value)
    .filter(([key]) => !['review', 'author', 'memberOf', 'parentOrganization', 'brand', 'worksFor'].includes(key))
    .flatMap(([, part]) => findPractices(part, depth + 1));
  return list(value['@type']).some((type) => typeof type === 'string' && practices.test(type))
    ? [value, ...inner]
    : inner;
}

/** The phone numbers and street addresses of a practice. */
export const contactsOf = (node: Node): { phones: string[]; streets: string[] } => ({
  phones: textsOf(node.telephone),
  streets: list(node.address).flatMap((address) =>
    typeof address === 'string' ? [address] : isNode(address) ? textsOf(address.streetAddress) : [],
  ),
});

function add(week: Week, day: DayName, text: string): boolean {
  if (parseDayHours(text) === null) return false;
  const hours = formatDayHours(text);
  const earlier = week[`${day}Hours`];
  if (earlier === undefined || earlier === hours) {
    week[`${day}Hours`] = hours;
    return true;
  }
  // Two intervals of a day are two entries, such as before and after lunch. If they overlap, they contradict each other.
  const both = formatDayHours(`${earlier}, ${text}`);
  week[`${day}Hours`] = both;
  return both.split(',').length === earlier.split(',').length + hours.split(',').length;
}

/** Times are in 24 hours, such as "08:00:00". A few sites write "8:00 AM". */
const timeOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? (/^\s*T?(\d{1,2}:\d{2})(?::\d{2})?(?:[+-]\d\d:?\d\d|Z)?\s*([ap]m)?\s*$/i.exec(value)?.slice(1).join('') ?? null)
    : null;

const CODES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const code = `(?:${CODES.join('|')})`;
const notation = new RegExp(String.raw`(${code}(?:\s*[-,]\s*${code})*)\s+(\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2})`, 'g');

/** Reads the notation of openingHours, such as "Mo-Th,Sa 09:00-17:00". Null for others. */
function readNotation(text: string): [DayName, string][] | null {
  if (text.replace(notation, '').replace(/[\s,;]/g, '') !== '') return null;
  return [...text.matchAll(notation)].flatMap(([, days, hours]) =>
    days!.split(',').flatMap((span) => {
      const [from, to = from] = span.split('-').map((day) => CODES.indexOf(day.trim()));
      const length = (to! - from! + 7) % 7;
      return Array.from({ length: length + 1 }, (_, n): [DayName, string] => [dayNames[(from! + n) % 7]!, hours!]);
    }),
  );
}

/** The hours that a practice states. Null if there are none, or if any part can't be read, because the rest would mislead. */
export function hoursOf(node: Node): { week: Week; quote: string } | null {
  const week: Week = {};
  const specifications = list(node.openingHoursSpecification).filter(isNode);
  for (const specification of specifications) {
    // Hours with a period are those of a holiday or a season.
    if (specification.validFrom !== undefined || specification.validThrough !== undefined) continue;
    const [opens, closes] = [timeOf(specification.opens), timeOf(specification.closes)];
    const isClosed = opens !== null && opens === closes;
    const days = textsOf(specification.dayOfWeek).map((text) => dayNames.find((day) => text.toLowerCase().replace(/^.*[/:]/, '').trim() === day)); // prettier-ignore
    if (days.length === 0 || opens === null || closes === null) return null;
    for (const day of days) if (!day || !add(week, day, isClosed ? 'Closed' : `${opens}-${closes}`)) return null;
  }
  if (Object.keys(week).length > 0) return { week, quote: quoteProperty(node, 'openingHoursSpecification') };
  const texts = textsOf(node.openingHours).filter((text) => text.trim() !== '');
  for (const text of texts) {
    const parsed = readNotation(text) ?? Object.entries(parseWeek(text) ?? {});
    if (parsed.length === 0) return null;
    for (const [day, hours] of parsed) if (!add(week, day as DayName, hours)) return null;
  }
  return texts.length > 0 ? { week, quote: quoteProperty(node, 'openingHours') } : null;
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Reads the name of a language, or a code such as "es-MX". Null if it names none. */
function findLanguage(text: string): string | null {
  const word = text.trim();
  const spelled = /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(word) && word.length !== 3 ? codeName(word) : word;
  const key = spelled
    .normalize('NFKD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase();
  return languages.find(([name, ...words]) => [name.toLowerCase(), ...words].includes(key))?.[0] ?? null;
}

function codeName(code: string): string {
  try {
    return names.of(code.split('-')[0]!) ?? code;
  } catch {
    return code;
  }
}

/** The languages that a practice states, in the order of the page, without those that searches don't know. */
export function languagesOf(node: Node): { names: string[]; quote: string } | null {
  const property = node.knowsLanguage === undefined ? 'availableLanguage' : 'knowsLanguage';
  const found = [...new Set(textsOf(node[property]).flatMap((text) => text.split(/[,;/&]| and /)).map(findLanguage))]; // prettier-ignore
  const known = found.filter((name) => name !== null);
  return known.length > 0 ? { names: known, quote: quoteProperty(node, property) } : null;
}

/** The address at which a practice takes reservations. Null if it states none, or several. */
export function bookingOf(node: Node, page: string): { url: string; quote: string } | null {
  const urls = list(node.potentialAction)
    .filter(isNode)
    .filter((action) =>
      list(action['@type']).some((type) => typeof type === 'string' && /(^|[/:])ReserveAction$/.test(type)),
    )
    .flatMap(({ target, url }) => list(target ?? url))
    .flatMap((target) => (isNode(target) ? list(target.urlTemplate ?? target.url) : [target]))
    .map((target) => (typeof target === 'string' ? cleanBookingUrl(target, page) : null))
    .filter((url) => url !== null);
  const [url, ...others] = new Set(urls);
  return url !== undefined && others.length === 0 ? { url, quote: quoteProperty(node, 'potentialAction') } : null;
}

/** The names of the treatments that a practice offers. */
export function offersOf(node: Node): { names: string[]; quote: string } | null {
  const walk = (value: unknown, depth: number): string[] =>
    depth > DEPTH
      ? []
      : list(value).flatMap((item) =>
          isNode(item)
            ? [...textsOf(item.name), ...walk(item.itemOffered, depth + 1), ...walk(item.itemListElement, depth + 1)]
            : typeof item === 'string'
              ? [item]
              : [],
        );
  const property = ['availableService', 'hasOfferCatalog', 'makesOffer'].find((key) => node[key] !== undefined);
  const found = property ? walk(node[property], 0) : [];
  return property && found.length > 0 ? { names: found, quote: quoteProperty(node, property) } : null;
}
