/**
 * Opening hours arrive as free text. What can be read is read here, and by parse_hours() in the database, which follows
 * the same grammar; a test holds the two together.
 */

/** Minutes, the end excluded. In a day they count from midnight and may run past 1440; in a week they count from Monday. */
export type Interval = readonly [start: number, end: number];

export const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type DayName = (typeof dayNames)[number];
export type HoursTexts = { readonly [day in `${DayName}Hours`]?: string | null };

const DAY = 1440;
const WEEK = 7 * DAY;

const timeRange = /^([0-9]{1,2})(?::([0-9]{2}))?(am|pm)?-([0-9]{1,2})(?::([0-9]{2}))?(am|pm)?$/;

function clock(hour: number, minute: number, half: string | undefined): number | null {
  if (minute > 59) return null;
  if (half === undefined) return hour <= 24 && hour * 60 + minute <= DAY ? hour * 60 + minute : null;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;
}

const other = (half: string): string => (half === 'am' ? 'pm' : 'am');

function parseRange(part: string): Interval | null {
  const found = timeRange.exec(part);
  if (found === null) return null;
  const startHour = Number(found[1]);
  const startMinute = Number(found[2] ?? 0);
  const endHour = Number(found[4]);
  const endMinute = Number(found[5] ?? 0);
  const startHalf = found[3];
  const endHalf = found[6];
  let start = clock(startHour, startMinute, startHalf);
  let end = clock(endHour, endMinute, endHalf);
  if (start === null || end === null) return null;
  if (startHalf === undefined && endHalf === undefined) {
    // "8-5" and "1-5" mean daytime; "08:00-17:00" is what it says.
    if (startHour >= 1 && startHour < 7 && endHour <= 12) start += 720;
    if (end <= start && endHour >= 1 && endHour <= 12) end += 720;
  } else if (startHalf === undefined && startHour <= 12) {
    const same = clock(startHour, startMinute, endHalf);
    if (same === null) return null;
    const until = end === 0 ? DAY : end;
    start = same < until ? same : clock(startHour, startMinute, other(endHalf!))!;
  } else if (endHalf === undefined && endHour <= 12) {
    const same = clock(endHour, endMinute, startHalf);
    if (same === null) return null;
    end = same > start ? same : clock(endHour, endMinute, other(startHalf!))!;
  }
  if (end <= start) end += DAY;
  return end - start > DAY || start >= DAY ? null : [start, end];
}

function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: [number, number][] = [];
  for (const [start, end] of intervals.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** The day's intervals, an empty list when it is closed, or null when the text says nothing we can be sure of. */
export function parseDayHours(text: string | null | undefined): Interval[] | null {
  if (text == null || text.length > 200) return null;
  const plain = text
    .toLowerCase()
    .replace(/[\u00a0\u2009\u202f\t\r\n ]+/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/ (to|until|till) /g, '-')
    .replace(/ and |[;&/]/g, ',')
    .replace(/[ .]/g, '')
    .replace(/(12(:00)?)?noon/g, '12pm')
    .replace(/(12(:00)?)?midnight/g, '12am');
  if (/^(closed|close|off)$/.test(plain)) return [];
  if (/^(open)?24(hours|hrs|h|,7)$/.test(plain)) return [[0, DAY]];
  const ranges: Interval[] = [];
  for (const part of plain.split(',')) {
    const range = parseRange(part);
    if (range === null) return null;
    ranges.push(range);
  }
  return joinIntervals(ranges);
}

/** The week's opening minutes from Monday midnight, or null when no day could be read. Empty days of a known week are closed. */
export function parseWeekHours(texts: HoursTexts): Interval[] | null {
  let known = false;
  const week: Interval[] = [];
  dayNames.forEach((day, index) => {
    const intervals = parseDayHours(texts[`${day}Hours`]);
    if (intervals === null) return;
    known = true;
    for (const [start, end] of intervals) {
      const from = index * DAY + start;
      const to = index * DAY + end;
      week.push([from, Math.min(to, WEEK)]);
      if (to > WEEK) week.push([0, to - WEEK]);
    }
  });
  return known ? joinIntervals(week) : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
}

/** The minute of the week a clock on the practice's wall shows at an instant. Monday 00:00 is 0. */
export function minuteOfWeek(zone: string, instant: Date): number {
  const parts: Record<string, string> = {};
  for (const part of formatFor(zone).formatToParts(instant)) parts[part.type] = part.value;
  const day = dayNames.indexOf(parts.weekday!.toLowerCase() as DayName);
  return day * DAY + Number(parts.hour) * 60 + Number(parts.minute);
}

/** The day of the week it is at the practice: 0 for Monday. */
export const dayOfWeek = (zone: string, instant: Date): number => Math.floor(minuteOfWeek(zone, instant) / DAY);

export function isOpenAt(week: readonly Interval[] | null, zone: string | null, instant: Date): boolean {
  if (week === null || zone === null) return false;
  const minute = minuteOfWeek(zone, instant);
  return week.some(([start, end]) => minute >= start && minute < end);
}

function formatMinute(minute: number): string {
  const inDay = minute % DAY;
  const hour = Math.floor(inDay / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(inDay % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** One way of writing a day's hours; text that could not be read stays as it came. */
export function formatDayHours(text: string | null | undefined): string {
  const intervals = parseDayHours(text);
  if (intervals === null) return text?.trim() || 'Closed';
  if (intervals.length === 0) return 'Closed';
  return intervals
    .map(([start, end]) => (end - start === DAY ? 'Open 24 hours' : `${formatMinute(start)} – ${formatMinute(end)}`))
    .join(', ');
}

export interface DayHours {
  readonly day: DayName;
  readonly text: string;
}

/** The days from today on, as the practice's own wall calendar has them. Nothing when no day has any text. */
export function upcomingHours(texts: HoursTexts, zone: string | null, instant: Date, days = 7): DayHours[] {
  if (!dayNames.some((day) => texts[`${day}Hours`]?.trim())) return [];
  const today = dayOfWeek(zone ?? 'America/New_York', instant);
  return Array.from({ length: days }, (_, ahead) => {
    const day = dayNames[(today + ahead) % 7]!;
    return { day, text: formatDayHours(texts[`${day}Hours`]) };
  });
}
