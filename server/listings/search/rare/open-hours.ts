/** Time zones of listings. The index is part of a stored feature, so append only. */
const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Phoenix',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Boise',
  'America/Menominee',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
];
const ZONE = 1_010;
/** A zone that isn't in the list. Its listings may always be open. */
const OTHER_ZONE = 1_049;
/** The hours of a week follow, from Monday midnight on. */
const OPEN_HOUR = 1_050;

const formats = timeZones.map(
  (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }),
);
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function findHourOfWeek(format: Intl.DateTimeFormat, at: Date): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return weekdays.indexOf(parts.get('weekday')!) * 24 + Number(parts.get('hour'));
}

export interface WeekHours {
  timeZone: string;
  /** The hours of the week with at least one open minute, in its own zone. Holiday hours are included. */
  hours: readonly number[];
}

export function listHourFeatures({ timeZone, hours }: WeekHours): number[] {
  const zone = timeZones.indexOf(timeZone);
  return [zone === -1 ? OTHER_ZONE : ZONE + zone, ...hours.map((hour) => OPEN_HOUR + hour)];
}

/** A listing that is open at this time has all features of one of these lists. */
export const listOpenFeatures = (at: Date): number[][] => [
  ...formats.map((format, index) => [ZONE + index, OPEN_HOUR + findHourOfWeek(format, at)]),
  [OTHER_ZONE],
];
