import { parseDayHours, type Interval } from '#shared/listings/opening-hours.ts';

/** A day in the editor. `text` holds hours that cannot be parsed into spans. */
export interface Day {
  mode: 'unknown' | 'closed' | 'open' | 'text';
  spans: { from: string; to: string }[];
  text: string;
}

const DAY_MINUTES = 1440;
const defaultSpans = (): Day['spans'] => [{ from: '09:00', to: '17:00' }];

const formatTimeInput = (minute: number): string =>
  `${String(Math.floor((minute % DAY_MINUTES) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const minuteOf = (time: string): number | null => {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
};

const formatMinute = (minute: number): string => {
  const hour = Math.floor((minute % DAY_MINUTES) / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

export function parseDay(text: string | null): Day {
  if (!text?.trim()) return { mode: 'unknown', spans: defaultSpans(), text: '' };
  const intervals = parseDayHours(text);
  if (intervals === null) return { mode: 'text', spans: defaultSpans(), text };
  if (intervals.length === 0) return { mode: 'closed', spans: defaultSpans(), text: '' };
  return {
    mode: 'open',
    spans: intervals.map(([from, to]) => ({ from: formatTimeInput(from), to: formatTimeInput(to) })),
    text: '',
  };
}

function intervalOf({ from, to }: Day['spans'][number]): Interval | null {
  const start = minuteOf(from);
  const end = minuteOf(to);
  if (start === null || end === null) return null;
  return [start, end <= start ? end + DAY_MINUTES : end];
}

/** An error message, or null. */
export function findDayProblem(day: Day): string | null {
  if (day.mode === 'text') return day.text.trim() === '' ? 'Please say when you are open.' : null;
  if (day.mode !== 'open') return null;
  const intervals = day.spans.map(intervalOf);
  if (intervals.some((interval) => interval === null)) return 'Please fill in both times.';
  const sorted = (intervals as Interval[]).toSorted((a, b) => a[0] - b[0]);
  return sorted.some((interval, i) => i > 0 && interval[0] < sorted[i - 1]![1]) ? 'These times overlap.' : null;
}

/** Writes a day as text that the directory parses back to the same hours. */
export function formatDay(day: Day): string {
  if (day.mode === 'unknown') return '';
  if (day.mode === 'closed') return 'Closed';
  if (day.mode === 'text') return day.text.trim();
  const intervals = day.spans.map(intervalOf).filter((interval) => interval !== null);
  return intervals
    .toSorted((a, b) => a[0] - b[0])
    .map(([start, end]) =>
      end - start === DAY_MINUTES ? 'Open 24 hours' : `${formatMinute(start)} – ${formatMinute(end)}`,
    )
    .join(', ');
}

/** Splits the last span with a one-hour break, at noon if possible. */
export function addBreak(spans: Day['spans']): Day['spans'] {
  const last = spans.at(-1);
  const interval = last && intervalOf(last);
  if (!last || !interval) return [...spans, { from: '', to: '' }];
  const [start, end] = interval;
  const noon = start < 720 && end > 780 ? 720 : Math.round((start + end) / 2 / 30) * 30 - 30;
  const middle = Math.max(start + 5, noon);
  const after = Math.min(end - 5, middle + 60);
  return [
    ...spans.slice(0, -1),
    { from: last.from, to: formatTimeInput(middle) },
    { from: formatTimeInput(after), to: last.to },
  ];
}
