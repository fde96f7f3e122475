type Field = (value: number) => boolean;

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

function parseField(text: string, [low, high]: readonly [number, number]): Field {
  const allowed = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) throw new Error(`"${text}" is not a valid cron field`);
    const from = match[1] === undefined ? low : Number(match[1]);
    const to =
      match[2] !== undefined ? Number(match[2]) : match[1] === undefined || match[3] !== undefined ? high : from;
    const step = Number(match[3] ?? 1);
    if (from < low || to > high || from > to || step < 1) throw new Error(`"${text}" is outside ${low} to ${high}`);
    for (let value = from; value <= to; value += step) allowed.add(value);
  }
  return (value) => allowed.has(value);
}

/** Returns a test of whether a cron expression (`minute hour day month weekday`, UTC) includes a minute. */
export function createCronMatcher(expression: string): (minute: Date) => boolean {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 5) throw new Error(`"${expression}" needs five fields`);
  const fields = parts.map((part, index) => parseField(part, RANGES[index]!));
  return (minute) =>
    [
      minute.getUTCMinutes(),
      minute.getUTCHours(),
      minute.getUTCDate(),
      minute.getUTCMonth() + 1,
      minute.getUTCDay(),
    ].every((value, index) => fields[index]!(value));
}

/** Returns a function that gives the current run time of a schedule, or null if it isn't due this minute. */
export function createDueTime(schedule: string | { everySeconds: number }): (now: Date) => Date | null {
  const floor = (now: Date, ms: number) => new Date(Math.floor(now.getTime() / ms) * ms);
  if (typeof schedule !== 'string') return (now) => floor(now, schedule.everySeconds * 1_000);
  const matches = createCronMatcher(schedule);
  return (now) => {
    const minute = floor(now, 60_000);
    return matches(minute) ? minute : null;
  };
}
