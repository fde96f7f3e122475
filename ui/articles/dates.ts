/** One zone for everyone, so that the server and every browser write the same; Eastern, where support sits. */
const zone = 'America/New_York';
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: zone });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone });
const key = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });

type Moment = string | number | Date;
/** Newer browsers write a narrow space before AM and PM, the server may not. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ');
const written = (format: Intl.DateTimeFormat) => (at: Moment) => plain(format.format(new Date(at)));

export const dayOf = written(day);
export const shortDayOf = written(shortDay);
export const momentOf = (at: Moment): string => `${plain(moment.format(new Date(at)))} ET`;
export const timeOf = (at: Moment): string => `${plain(clock.format(new Date(at)))} ET`;
export const weekdayOf = written(weekday);
/** Sorts and groups by day. */
export const dayKey = written(key);

/** What a datetime-local input shows and gives: the browser's own time, without a zone. */
export const toLocalInput = (at: string | null): string => {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
/** A local input with its offset, as the API wants it; null when empty. */
export const fromLocalInput = (value: string): string | null => (value === '' ? null : new Date(value).toISOString());

export function agoOf(at: Moment, now = Date.now()): string {
  const minutes = Math.round((now - new Date(at).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1_440)} days ago`;
}
