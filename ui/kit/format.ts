/**
 * Every date and number people see is formatted here.
 *
 * Time zones: public pages show Eastern time, because the server draws them before it knows the visitor's zone.
 * Owners and staff see their own zone (the "Local" functions). Moments always carry a zone label; billing days are UTC,
 * as the payment provider counts them.
 */
type Moment = string | number | Date;

const EASTERN = 'America/New_York';
const LONG_DATE = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const SHORT_DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

// Formatters are made on first use: creating one takes the browser a few milliseconds.
function dateFormat(options: Intl.DateTimeFormatOptions): (at: Moment) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    // Newer browsers put a narrow space before AM and PM; Node may not, and then hydration fails.
    return format.format(new Date(at)).replaceAll('\u202f', ' ');
  };
}

function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat('en-US', options);
    return format.format(value);
  };
}

const easternMoment = dateFormat({ ...SHORT_DATE, ...TIME, timeZone: EASTERN });
const easternTime = dateFormat({ ...TIME, timeZone: EASTERN });

/** "January 15, 2026", Eastern. */
export const formatDate = dateFormat({ ...LONG_DATE, timeZone: EASTERN });
/** "Jan 15, 2026", Eastern. */
export const formatShortDate = dateFormat({ ...SHORT_DATE, timeZone: EASTERN });
/** "January 2026", Eastern. */
export const formatMonth = dateFormat({ year: 'numeric', month: 'long', timeZone: EASTERN });
/** "Thu, Jan 15", Eastern. */
export const formatWeekday = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone: EASTERN });
/** "Jan 15, 2026, 12:00 PM ET". */
export const formatDateTime = (at: Moment): string => `${easternMoment(at)} ET`;
/** "12:00 PM ET". */
export const formatTime = (at: Moment): string => `${easternTime(at)} ET`;

/** "January 15, 2026", UTC: billing days, and instants that mean a day. */
export const formatUtcDate = dateFormat({ ...LONG_DATE, timeZone: 'UTC' });

/** "January 15, 2026" in the viewer's zone. */
export const formatLocalDate = dateFormat(LONG_DATE);
/** "Jan 15, 2026" in the viewer's zone. */
export const formatShortLocalDate = dateFormat(SHORT_DATE);
/** "Jan 15, 2026, 9:00 AM PT" in the viewer's zone. */
export const formatLocalDateTime = dateFormat({ ...SHORT_DATE, ...TIME, timeZoneName: 'shortGeneric' });
/** "9:00 AM PT" in the viewer's zone. */
export const formatLocalTime = dateFormat({ ...TIME, timeZoneName: 'shortGeneric' });
/** "Mon, Jan 19, 9:00 AM PT" in the viewer's zone. */
export const formatLocalWeekdayTime = dateFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  ...TIME,
  timeZoneName: 'shortGeneric',
});

const calendarDay = dateFormat({ ...SHORT_DATE, timeZone: 'UTC' });
const calendarMonthDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
/** "2026-01-15" becomes "Jan 15, 2026". */
export const formatCalendarDay = (day: string): string => calendarDay(`${day}T00:00:00Z`);
/** "2026-01-15" becomes "Jan 15". */
export const formatCalendarMonthDay = (day: string | number): string => calendarMonthDay(`${day}T00:00:00Z`);

const calendarWeekday = dateFormat({ weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });
/** "2026-01-17" becomes "Saturday, Jan 17". */
export const formatCalendarWeekday = (day: string): string => calendarWeekday(`${day}T00:00:00Z`);

const calendarMonth = dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' });
/** "2026-01-15" becomes "January 2026". */
export const formatCalendarMonth = (day: string): string => calendarMonth(`${day}T00:00:00Z`);

/** "5 minutes ago". */
export function formatAgo(at: Moment, now = Date.now()): string {
  const minutes = Math.round((now - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

/** "in 5 minutes". */
export function formatUntil(at: Moment, now = Date.now()): string {
  const minutes = Math.round((new Date(at).getTime() - now) / 60_000);
  if (minutes < 1) return 'in less than a minute';
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? 'in an hour' : `in ${hours} hours`;
  return `in ${Math.round(hours / 24)} days`;
}

/** The name of the viewer's zone: "Pacific Time". */
export const formatLocalZone = (at: Moment): string =>
  new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'local time';

/** The value of a datetime-local input, which has no zone and means the browser's. */
export function toLocalInput(at: string | null): string {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
/** The instant a datetime-local input means; null when it is empty. */
export const fromLocalInput = (value: string): string | null => (value === '' ? null : new Date(value).toISOString());

const decimal = numberFormat({});
/** "26,000". Whole numbers skip Intl, whose first use delays the first interaction. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : decimal(value);
/** "1.2M". */
export const formatCompact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
/** 0.125 becomes "12.5%". */
export const formatPercent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
/** 0.12 becomes "+12%". */
export const formatPercentChange = numberFormat({
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
/** "$1,235". */
export const formatDollars = numberFormat({ style: 'currency', currency: 'USD' });
/** For sums whose cents don't matter. */
export const formatWholeDollars = numberFormat({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]!}`;
}

/** "5125550142" becomes "(512) 555-0142". Numbers of other forms stay as they are. */
export function formatPhone(text: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(text.replace(/[\s().-]/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : text;
}
