import { formatAgo, formatLocalDateTime, formatUntil } from '#ui/kit/format.ts';

interface SchedulePlan {
  text: string;
  isPast: boolean;
}

/** Repeats the chosen time with its zone, and says what saving it does. Null without a time. */
export function describeSchedule(input: string, now: number): SchedulePlan | null {
  const at = Date.parse(input);
  if (Number.isNaN(at)) return null;
  const time = formatLocalDateTime(at);
  return at > now
    ? { text: `Publishes ${time}, ${formatUntil(at, now)}.`, isPast: false }
    : { text: `${time} was ${formatAgo(at, now)}. Saving publishes the article right away.`, isPast: true };
}
