/**
 * Parses opening hours, which are stored as free text. parse_hours() in the database follows the same grammar; a test
 * compares the two.
 */

/** Minutes since midnight (up to 2880) or, for a week, since Monday midnight. The end is exclusive. */
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

const oppositeHalf = (half: string): string => (half === 'am' ? 'pm' : 'am');

function parseRange(part: string): Interval | null {
  const match = timeRange.exec(part);
  if (match === null) return null;
  const startHour = Number(match[1]);
  const startMinute = Number(match[2] ?? 0);
  const endHour = Number(match[4]);
  const endMinute = Number(match[5] ?? 0);
  const startHalf = match[3];
  const endHalf = match[6];
  let start = clock(startHour, startMinute, startHalf);
  let end = clock(endHour, endMinute, endHalf);
  if (start === null || end === null) return null;
  if (startHalf === undefined && endHalf === undefined) {
    // "8-5" and "1-5" mean daytime; "08:00-17:00" is taken literally.
    if (startHour >= 1 && startHour < 7 && endHour <= 12) start += 720;
    if (end <= start && endHour >= 1 && endHour <= 12) end += 720;
  } else if (startHalf === undefined && startHour <= 12) {
    const same = clock(startHour, startMinute, endHalf);
    if (same === null) return null;
    const until = end === 0 ? DAY : end;
    start = same < until ? same : clock(startHour, startMinute, oppositeHalf(endHalf!))!;
  } else if (endHalf === undefined && endHour <= 12) {
    const same = clock(endHour, endMinute, startHalf);
    if (same === null) return null;
    end = same > start ? same : clock(endHour, endMinute, oppositeHalf(startHalf!))!;
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

const MAX_REMEMBERED = 1_000;
const parsedDays = new Map<string, readonly Interval[] | null>();

/** The intervals of a day: empty if it is closed, null if the text cannot be parsed. Practices have few different texts. */
export function parseDayHours(text: string | null | undefined): readonly Interval[] | null {
  if (text == null || text.length > 200) return null;
  let intervals = parsedDays.get(text);
  if (intervals === undefined) {
    if (parsedDays.size >= MAX_REMEMBERED) parsedDays.clear();
    parsedDays.set(text, (intervals = parseText(text)));
  }
  return intervals;
}

function parseText(text: string): Interval[] | null {
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

/** The intervals of a week, or null if no day can be parsed. Otherwise days that cannot be parsed count as closed. */
export function parseWeekHours(texts: HoursTexts): Interval[] | null {
  let hasHours = false;
  const week: Interval[] = [];
  dayNames.forEach((day, index) => {
    const intervals = parseDayHours(texts[`${day}Hours`]);
    if (intervals === null) return;
    hasHours = true;
    for (const [start, end] of intervals) {
      const from = index * DAY + start;
      const to = index * DAY + end;
      week.push([from, Math.min(to, WEEK)]);
      if (to > WEEK) week.push([0, to - WEEK]);
    }
  });
  return hasHours ? joinIntervals(week) : null;
}

/**
 * Reads a clock with one formatter for each zone, because making one takes long. A page reads the same instant for each of its
 * listings, so the last value is kept.
 */
export function clockOf<T>(
  options: Intl.DateTimeFormatOptions,
  read: (parts: Record<string, string>) => T,
): (zone: string, instant: Date) => T {
  const clocks = new Map<string, { format: Intl.DateTimeFormat; time: number; value: T }>();
  return (zone, instant) => {
    const time = instant.getTime();
    const last = clocks.get(zone);
    if (last?.time === time) return last.value;
    const format = last?.format ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    const value = read(Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value])));
    clocks.set(zone, { format, time, value });
    return value;
  };
}

/** The local minute of the week at an instant. Monday 00:00 is 0. */
export const minuteOfWeek = clockOf(
  { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ({ weekday, hour, minute }) =>
    dayNames.indexOf(weekday!.toLowerCase() as DayName) * DAY + Number(hour) * 60 + Number(minute),
);

export function isOpenAt(week: readonly Interval[] | null, zone: string | null, instant: Date): boolean {
  if (week === null || zone === null) return false;
  const minute = minuteOfWeek(zone, instant);
  return week.some(([start, end]) => minute >= start && minute < end);
}

/** The start of the next open interval; null while open, or if the practice never opens. */
export function findNextOpening(
  week: readonly Interval[],
  zone: string,
  instant: Date,
): { day: DayName; daysAhead: number; time: string } | null {
  if (week.length === 0 || isOpenAt(week, zone, instant)) return null;
  const now = minuteOfWeek(zone, instant);
  const start = week.find(([from]) => from > now)?.[0] ?? week[0]![0] + WEEK;
  const day = Math.floor(start / DAY);
  return { day: dayNames[day % 7]!, daysAhead: day - Math.floor(now / DAY), time: formatMinute(start) };
}

export function formatMinute(minute: number): string {
  const inDay = minute % DAY;
  const hour = Math.floor(inDay / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(inDay % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats the hours of a day. Text that cannot be parsed is returned unchanged. */
export function formatDayHours(text: string | null | undefined): string {
  const intervals = parseDayHours(text);
  if (intervals === null) return text?.trim() || 'Closed';
  if (intervals.length === 0) return 'Closed';
  return intervals
    .map(([start, end]) => (end - start === DAY ? 'Open 24 hours' : `${formatMinute(start)} – ${formatMinute(end)}`))
    .join(', ');
}
