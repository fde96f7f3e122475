import { formatHolidayHours, normalizeHolidayHours, type HolidayHours } from '#shared/listings/holiday-hours.ts';
import { parseDate } from './clean-text.ts';

const date = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})`;
/** Google Business Profile separates dates with commas, which also separate the hours of one date. */
const separator = new RegExp(String.raw`[;|\n]|,(?=\s*${date})`);
const entry = new RegExp(
  String.raw`^(${date})(?:\s*(?:to|through|thru|[-\u2013\u2014])\s*(${date}))?(?:\s*:\s*|\s+)(.+)$`,
  'i',
);

function parseEntry(part: string): HolidayHours | null {
  const match = entry.exec(part);
  const from = match && parseDate(match[1]!);
  const to = match && parseDate(match[2] ?? match[1]!);
  // Google Business Profile marks closed dates with an x.
  return from && to ? { from, to, hours: match[3]!.toLowerCase() === 'x' ? 'Closed' : match[3]! } : null;
}

/**
 * Reads dates with other hours, such as "2026-12-24: 8-12; 12/25/2026 to 12/26/2026: Closed". Returns the notation of a listing,
 * or why there is none. A problem of null means that a date is missing or unreadable.
 */
export function cleanHolidayHours(cell: string): { text: string } | { problem: string | null } {
  const parts = cell.split(separator).map((part) => part.trim());
  const list = parts.filter(Boolean).map(parseEntry);
  return list.length === 0 || list.includes(null)
    ? { problem: null }
    : normalizeHolidayHours(formatHolidayHours(list as HolidayHours[]));
}
