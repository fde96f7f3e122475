import { Temporal } from 'temporal-polyfill';
import type { FolderSchedule } from '#contract/bulk/import-queue.ts';

/** Builds times from their local parts, so that 2:00 stays 2:00 across a daylight saving change. */
function dueAfter(now: Date, { weekday, time, zone }: FolderSchedule, days: number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  // Temporal counts Sunday as 7.
  const daysAgo = weekday === null ? 0 : (today.dayOfWeek - weekday + 7) % 7;
  const day = today.subtract({ days: daysAgo }).add({ days });
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
}

const periodOf = ({ weekday }: FolderSchedule) => (weekday === null ? 1 : 7);

/** The last time of a schedule up to now. */
export function findLatestDue(now: Date, schedule: FolderSchedule): Date {
  const due = dueAfter(now, schedule, 0);
  return due <= now ? due : dueAfter(now, schedule, -periodOf(schedule));
}

export function findNextDue(now: Date, schedule: FolderSchedule): Date {
  const due = dueAfter(now, schedule, 0);
  return due > now ? due : dueAfter(now, schedule, periodOf(schedule));
}
