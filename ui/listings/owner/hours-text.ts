import { parseDayHours, type Interval } from '#contract/opening-hours.ts';

/** One day of the editor: nothing said, closed, some spans of time, or words we cannot read. */
export interface Day {
  mode: 'unknown' | 'closed' | 'open' | 'words';
  spans: { from: string; to: string }[];
  words: string;
}

const DAY = 1440;
const usual = (): Day['spans'] => [{ from: '09:00', to: '17:00' }];

const clock = (minute: number): string =>
  `${String(Math.floor((minute % DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const minuteOf = (time: string): number | null => {
  const found = /^(\d{2}):(\d{2})$/.exec(time);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
};

const spoken = (minute: number): string => {
  const hour = Math.floor((minute % DAY) / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

export function dayOfText(text: string | null): Day {
  if (!text?.trim()) return { mode: 'unknown', spans: usual(), words: '' };
  const intervals = parseDayHours(text);
  if (intervals === null) return { mode: 'words', spans: usual(), words: text };
  if (intervals.length === 0) return { mode: 'closed', spans: usual(), words: '' };
  return { mode: 'open', spans: intervals.map(([from, to]) => ({ from: clock(from), to: clock(to) })), words: '' };
}

function intervalOf({ from, to }: Day['spans'][number]): Interval | null {
  const start = minuteOf(from);
  const end = minuteOf(to);
  if (start === null || end === null) return null;
  return [start, end <= start ? end + DAY : end];
}

/** What is wrong with a day, in a sentence, or null. */
export function problemOf(day: Day): string | null {
  if (day.mode === 'words') return day.words.trim() === '' ? 'Please say when you are open.' : null;
  if (day.mode !== 'open') return null;
  const intervals = day.spans.map(intervalOf);
  if (intervals.some((interval) => interval === null)) return 'Please fill in both times.';
  const sorted = (intervals as Interval[]).toSorted((a, b) => a[0] - b[0]);
  return sorted.some((interval, i) => i > 0 && interval[0] < sorted[i - 1]![1]) ? 'These times overlap.' : null;
}

/** The text a day is stored as; what the directory reads is exactly what was meant here. */
export function textOfDay(day: Day): string {
  if (day.mode === 'unknown') return '';
  if (day.mode === 'closed') return 'Closed';
  if (day.mode === 'words') return day.words.trim();
  const intervals = day.spans.map(intervalOf).filter((interval) => interval !== null);
  return intervals
    .toSorted((a, b) => a[0] - b[0])
    .map(([start, end]) => (end - start === DAY ? 'Open 24 hours' : `${spoken(start)} – ${spoken(end)}`))
    .join(', ');
}

/** A break in the middle of the last span, at noon where that fits. */
export function withBreak(spans: Day['spans']): Day['spans'] {
  const last = spans.at(-1);
  const interval = last && intervalOf(last);
  if (!last || !interval) return [...spans, { from: '', to: '' }];
  const [start, end] = interval;
  const noon = start < 720 && end > 780 ? 720 : Math.round((start + end) / 2 / 30) * 30 - 30;
  const middle = Math.max(start + 5, noon);
  const after = Math.min(end - 5, middle + 60);
  return [...spans.slice(0, -1), { from: last.from, to: clock(middle) }, { from: clock(after), to: last.to }];
}
