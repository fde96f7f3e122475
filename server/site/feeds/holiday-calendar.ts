import { Buffer } from 'node:buffer';
import type { Statement } from '#shared/listings/facts.ts';
import { parseHolidayHours, type HolidayHours } from '#shared/listings/holiday-hours.ts';
import { addDays, holidayName } from '#shared/listings/holidays.ts';
import { formatDayHours } from '#shared/listings/opening-hours.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { ListingRow } from '#server/listings/listings.ts';

/** RFC 5545 allows so many bytes in a line, which the next line continues after a space. */
const MAX_BYTES = 75;

function fold(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += character;
    bytes += size;
  }
  return lines.join('\r\n');
}

// Control characters may not be in a text, and a line break is written as \n.
const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\n\r]/g, '\\n').replace(/\p{Cc}/gu, ''); // prettier-ignore
const utc = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');
const day = (date: string): string => date.replaceAll('-', '');

const speakers = {
  practice: 'the practice',
  staff: 'the directory’s staff',
  registry: 'a registry',
  import: 'an imported file',
};

function describeSource(statement: Statement | undefined): string {
  if (!statement?.statedBy) return '';
  return ` Stated by ${speakers[statement.statedBy]}${statement.statedOn ? ` on ${statement.statedOn}` : ''}.`;
}

/** The dates on which a practice has other hours than usual, as all-day events, which are on the practice's own calendar days. */
export function holidayCalendar(listing: ListingRow, statement: Statement | undefined, publicUrl: string): string {
  const page = publicUrl + listingPath(listing);
  const { host } = new URL(publicUrl);
  const event = ({ from, to, hours }: HolidayHours): string[] => {
    const text = formatDayHours(hours);
    const holiday = from === to ? holidayName(from) : null;
    const summary = `${listing.name}: ${text}${holiday ? ` (${holiday})` : ''}`;
    return [
      'BEGIN:VEVENT',
      // The same date of the same listing is the same event, so that calendars update it instead of adding another.
      `UID:holiday-${listing.id}-${from}@${host}`,
      `DTSTAMP:${utc(listing.updatedAt)}`,
      `LAST-MODIFIED:${utc(listing.updatedAt)}`,
      `DTSTART;VALUE=DATE:${day(from)}`,
      `DTEND;VALUE=DATE:${day(addDays(to, 1))}`,
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(`These hours replace the regular ones.${describeSource(statement)}`)}`,
      `URL:${page}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  };
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(host)}//Holiday hours//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${listing.name}: holiday hours`)}`,
    ...(listing.timeZone ? [`X-WR-TIMEZONE:${listing.timeZone}`] : []),
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
    ...parseHolidayHours(listing.holidayHours).flatMap(event),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
