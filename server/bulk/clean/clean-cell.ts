import type { FieldKind } from '#shared/bulk/fields.ts';
import { parsePlans, type AddedPlanNames } from '#shared/places/insurance-plans.ts';
import { licenseStatuses, NO_DISCIPLINE, operatingStatuses, pointExactnesses } from '#shared/listings/source-facts.ts';
import { MAX_ID } from '#shared/limits.ts';
import { cellReasons } from '../refusal-reasons.ts';
import { detachText } from './clean-row.ts';
import { isPlaceholder } from './placeholders.ts';
import {
  fixCapitals,
  parseJsonCell,
  cleanPhone,
  collapseSpaces,
  findStateCode,
  cleanUrl,
  parseFlag,
  cleanZip,
  parseDate,
} from './clean-text.ts';
import { formatHolidayHours, normalizeHolidayHours, type HolidayHours } from '#shared/listings/holiday-hours.ts';

const holidayDate = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})`;
/** Google Business Profile separates dates with commas, which also separate the hours of one date. */
const holidaySeparator = new RegExp(String.raw`[;|\n]|,(?=\s*${holidayDate})`);
const holidayEntry = new RegExp(
  String.raw`^(${holidayDate})(?:\s*(?:to|through|thru|[-\u2013\u2014])\s*(${holidayDate}))?(?:\s*:\s*|\s+)(.+)$`,
  'i',
);

function parseHoliday(part: string): HolidayHours | null {
  const match = holidayEntry.exec(part);
  const from = match && parseDate(match[1]!);
  const to = match && parseDate(match[2] ?? match[1]!);
  // Google Business Profile marks closed dates with an x.
  return from && to ? { from, to, hours: match[3]!.toLowerCase() === 'x' ? 'Closed' : match[3]! } : null;
}

/**
 * Reads dates with other hours, such as "2026-12-24: 8-12; 12/25/2026 to 12/26/2026: Closed". Returns the notation of a listing,
 * or why there is none. A problem of null means that a date is missing or unreadable.
 */
function cleanHolidayHours(cell: string): { text: string } | { problem: string | null } {
  const parts = cell.split(holidaySeparator).map((part) => part.trim());
  const list = parts.filter(Boolean).map(parseHoliday);
  return list.length === 0 || list.includes(null)
    ? { problem: null }
    : normalizeHolidayHours(formatHolidayHours(list as HolidayHours[]));
}

/** The ids of services and practice types by lowercase name, and the names that staff gave to insurance plans. */
export interface ReferenceIds {
  services: ReadonlyMap<string, number>;
  practiceTypes: ReadonlyMap<string, number>;
  plans?: AddedPlanNames;
}

class Refused {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}
export type CleanResult = string | Refused;
export const refuse = (why: string) => new Refused(why);

/** Creates the cleaner for one kind of cell. It expects a cell that isn't blank and can be stored. */
export function createCellCleaner(kind: FieldKind, references: ReferenceIds): (cell: string) => CleanResult {
  switch (kind) {
    case 'id':
      return (cell) => {
        const plain = cell.replace(/\.0+$/, '');
        return /^[1-9]\d{0,9}$/.test(plain) && Number(plain) <= MAX_ID ? plain : refuse(cellReasons.id);
      };
    case 'name':
      return (cell) => fixCapitals(collapseSpaces(cell));
    case 'place':
      return (cell) => fixCapitals(collapseSpaces(cell));
    case 'text':
      return (cell) => {
        const list = parseJsonCell(cell);
        return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list.join(', ') : cell;
      };
    case 'prose':
    case 'hours':
      return (cell) => cell;
    case 'state':
      return (cell) => findStateCode(cell) ?? refuse(cellReasons.state);
    case 'zip':
      return (cell) => cleanZip(cell) ?? refuse(cellReasons.zip);
    case 'phone':
      return (cell) => {
        const phone = cleanPhone(takeFirst(cell));
        return 'why' in phone ? refuse(phone.why) : phone.text;
      };
    case 'email':
      return (cell) => {
        const first = takeFirst(cell)
          .split(/[;,\s]+/)[0]!
          .replace(/^mailto:/i, '')
          .toLowerCase();
        return /^[^\s@"<>()]+@[^\s@.]+(\.[^\s@.]+)+$/.test(first) && first.length <= 254
          ? first
          : refuse(cellReasons.email);
      };
    case 'url':
      return (cell) => cleanUrl(takeFirst(cell)) ?? refuse(cellReasons.url);
    case 'flag':
      return (cell) => {
        const value = parseFlag(cell);
        return value === null ? refuse(cellReasons.flag) : String(value);
      };
    case 'count':
      return (cell) => {
        const plain = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0+)?\+?\s*(?:years?|yrs?|reviews?)?$/i.exec(cell)?.[1];
        return plain ? String(Number(plain.replaceAll(',', ''))) : refuse(cellReasons.count);
      };
    case 'rating':
      return (cell) => {
        const value = /^\d(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
        return value >= 0 && value <= 5 ? value.toFixed(1) : refuse(cellReasons.rating);
      };
    case 'degrees':
      return (cell) => {
        const value = /^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
        return Math.abs(value) <= 180 ? String(value) : refuse(cellReasons.degrees);
      };
    case 'npi':
      return (cell) => {
        const plain = cell.replace(/\.0+$/, '');
        return /^\d{10}$/.test(plain) ? plain : refuse(cellReasons.npi);
      };
    case 'practiceType':
      return (cell) =>
        references.practiceTypes.get(cell.toLowerCase())?.toString() ?? refuse(cellReasons.practiceType(cell));
    case 'gender':
      return (cell) =>
        /^(?:f|female|woman)$/i.test(cell)
          ? 'female'
          : /^(?:m|male|man)$/i.test(cell)
            ? 'male'
            : refuse(cellReasons.gender);
    case 'plans':
      return (cell) => {
        const list = parseJsonCell(cell);
        const parsed = parsePlans(Array.isArray(list) ? list.map(String).join(';') : cell, references.plans);
        return 'unknown' in parsed
          ? refuse(cellReasons.plan(parsed.unknown))
          : (parsed.text ?? refuse(cellReasons.plan(cell)));
      };
    case 'price':
      return (cell) => {
        const plain = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.0+)?(?:\s*usd)?$/i.exec(cell)?.[1];
        const value = Number(plain?.replaceAll(',', ''));
        return value >= 1 && value <= 100_000 ? String(value) : refuse(cellReasons.price);
      };
    case 'date':
      return (cell) => parseDate(cell) ?? refuse(cellReasons.date);
    case 'holidays':
      return (cell) => {
        const cleaned = cleanHolidayHours(cell);
        return 'text' in cleaned ? cleaned.text : refuse(cleaned.problem ?? cellReasons.holidays);
      };
    case 'licenseStatus':
      return acceptOneOf(licenseStatuses);
    case 'discipline':
      return (cell) =>
        /^(?:no|n|none)$/i.test(cell)
          ? NO_DISCIPLINE
          : isPlaceholder(cell) || !/\p{L}{3}/u.test(cell)
            ? refuse(cellReasons.discipline)
            : collapseSpaces(cell);
    case 'exactness':
      return acceptOneOf(pointExactnesses);
    case 'operating':
      return acceptOneOf(operatingStatuses);
    case 'services':
      return createServiceCleaner(references.services);
  }
}

const acceptOneOf = (words: readonly string[]) => (cell: string) => {
  const word = collapseSpaces(cell).toLowerCase();
  return words.includes(word) ? word : refuse(cellReasons.oneOf(words));
};

/** The first text of a list in JSON, which is how services export the phones of a place. Other cells stay. */
function takeFirst(cell: string): string {
  if (cell.charCodeAt(0) !== 91) return cell;
  const list = parseJsonCell(cell);
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === 'string' ? first.trim() : cell;
}

/** Most rows have a combination of services of their own, so the names are cached instead of the cells. */
function createServiceCleaner(services: ReferenceIds['services']): (cell: string) => CleanResult {
  const idBySpelling = new Map<string, number>();
  const findId = (spelling: string): number | undefined => {
    const knownId = idBySpelling.get(spelling);
    if (knownId !== undefined) return knownId;
    const id = services.get(spelling.toLowerCase());
    if (id !== undefined && idBySpelling.size < 1000) idBySpelling.set(detachText(spelling), id);
    return id;
  };
  return (cell) => {
    const list = parseJsonCell(cell);
    let names = Array.isArray(list) ? list.map(String) : /[|\n]/.test(cell) ? cell.split(/[;|\n]/) : cell.split(';');
    if (names.length === 1 && findId(cell) === undefined) names = cell.split(',');
    const ids: number[] = [];
    for (const text of names) {
      const name = text.trim();
      if (name === '') continue;
      const id = findId(name);
      if (id === undefined) return refuse(cellReasons.service(name));
      if (!ids.includes(id)) ids.push(id);
    }
    return `{${ids.sort((a, b) => a - b).join(',')}}`;
  };
}
