/**
 * The hours of a week in which listings are open, on Eastern clocks, so that one feature covers all time zones. An hour is its
 * number from Monday midnight on.
 */

/**
 * The number of hours from each time zone's clock to the Eastern one. Zones without daylight saving time have two: for the
 * standard time of the others, and for their daylight saving time.
 */
const hoursToEastern: Readonly<Record<string, readonly number[]>> = {
  'America/New_York': [0],
  'America/Detroit': [0],
  'America/Indiana/Indianapolis': [0],
  'America/Chicago': [1],
  'America/Menominee': [1],
  'America/Denver': [2],
  'America/Boise': [2],
  'America/Los_Angeles': [3],
  'America/Anchorage': [4],
  'America/Phoenix': [2, 3],
  'Pacific/Honolulu': [5, 6],
  'America/Puerto_Rico': [-1, 0],
  'Pacific/Guam': [-15, -14],
  'Pacific/Pago_Pago': [6, 7],
};
/** A zone that isn't in the list. Its listings may always be open. */
const OTHER_ZONE = 1_049;
const OPEN_HOUR = 1_050;
/** Hours in which a listing is open at every minute. */
const WHOLE_HOUR = 1_250;
const WEEK = 168;

const formats = Object.entries(hoursToEastern).map(([timeZone, offsets]) => ({
  offsets,
  format: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }),
}));
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function findHourOfWeek(format: Intl.DateTimeFormat, at: Date): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return weekdays.indexOf(parts.get('weekday')!) * 24 + Number(parts.get('hour'));
}

const shift = (hour: number, offset: number): number => (hour + offset + WEEK) % WEEK;

export interface WeekHours {
  timeZone: string;
  /** The hours of the week with at least one open minute, in its own zone. Holiday hours are included. */
  hours: readonly number[];
  /** The hours that are open at every minute of them, on any date. Without any if there are holiday hours. */
  wholeHours: readonly number[];
}

export function listHourFeatures({ timeZone, hours, wholeHours }: WeekHours): number[] {
  const offsets = hoursToEastern[timeZone];
  if (!offsets) return [OTHER_ZONE];
  const isWhole = (eastern: number): boolean => offsets.every((offset) => wholeHours.includes(shift(eastern, -offset)));
  const open = new Set(offsets.flatMap((offset) => hours.map((hour) => shift(hour, offset))));
  return [
    ...Array.from(open, (hour) => OPEN_HOUR + hour),
    ...Array.from(open)
      .filter(isWhole)
      .map((hour) => WHOLE_HOUR + hour),
  ];
}

export interface OpenFeatures {
  /** A listing that is open has one of these. */
  open: number[];
  /** A listing with this feature is open. Null in the nights when the clocks change, because zones change one after the other. */
  whole: number | null;
}

export function listOpenFeatures(at: Date): OpenFeatures {
  const shared = formats.filter(({ offsets }) => offsets.length === 1);
  const hours = [...new Set(shared.map(({ format, offsets }) => shift(findHourOfWeek(format, at), offsets[0]!)))];
  return {
    open: [...hours.map((hour) => OPEN_HOUR + hour), OTHER_ZONE],
    whole: hours.length === 1 ? WHOLE_HOUR + hours[0]! : null,
  };
}
