import { upcomingHours } from '#shared/listings/holiday-hours.ts';
import { minuteOfWeek, isOpenAt, parseWeekHours } from '#shared/listings/opening-hours.ts';
import { isLaunch, launchEnds } from '#shared/billing/launch.ts';
import { addDays, dayOf, daysBetween, listDays, periodBefore } from '#shared/insights/report-zone.ts';
import { nextPublishingTimes } from '#server/articles/schedule.ts';
import { reviewDue } from '#server/base/business-days.ts';
import { createCronMatcher } from '#server/base/jobs/cron.ts';
import {
  formatDate,
  formatShortDate,
  formatMonth,
  formatWeekday,
  formatDateTime,
  formatTime,
  formatUtcDate,
} from '#ui/kit/format.ts';

/** Prints, as JSON, all time-dependent results around each daylight saving change. */
const HOUR = 3_600_000;
const changes = ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z', '2026-03-29T01:00:00Z', '2027-01-01T05:00:00Z'];
const moments = changes.flatMap((at) =>
  [-26, -7, -1, -1 / 3600, 0, 1 / 60, 1, 5, 26].map((hours) => new Date(Date.parse(at) + hours * HOUR)),
);
const week = { mondayHours: '8-5', saturdayHours: '9-1', sundayHours: '1:00 AM - 4:00 AM', fridayHours: '10pm - 2am' };
const intervals = parseWeekHours(week);
const zones = ['America/New_York', 'America/Phoenix', 'America/Los_Angeles', 'Pacific/Honolulu', 'America/Puerto_Rico'];
const nightly = createCronMatcher('30 7 * * *');

const report = {
  slots: changes.map((at) => nextPublishingTimes(new Date(Date.parse(at) - 30 * HOUR), 2, 6)),
  due: moments.map((at) => reviewDue(at)),
  // Every minute of the days around a change, on each of which a nightly job is due once.
  nights: changes.map((at) => {
    const first = Date.parse(`${at.slice(0, 10)}T00:00:00Z`) - 24 * HOUR;
    return Array.from({ length: 3 * 24 * 60 }, (_, n) => new Date(first + n * 60_000)).filter(nightly);
  }),
  days: moments.map(dayOf),
  listed: [listDays('2026-03-06', '2026-03-10'), listDays('2026-10-30', '2026-11-03')],
  between: [daysBetween('2026-03-01', '2026-03-31'), daysBetween('2026-10-01', '2026-11-30')],
  before: periodBefore({ from: '2026-03-08', to: '2026-04-06' }),
  next: addDays('2026-11-01', 1),
  walls: moments.map((at) => zones.map((zone) => minuteOfWeek(zone, at))),
  open: moments.map((at) => zones.map((zone) => isOpenAt(intervals, zone, at))),
  hours: moments.map((at) => upcomingHours(week, 'America/New_York', at, 3).map(({ day, text }) => `${day} ${text}`)),
  launch: [-1000, 0, 999, 1000].map((ms) => isLaunch(new Date(Date.parse(launchEnds) + ms))),
  shown: moments.map((at) => [
    formatDate(at),
    formatDateTime(at),
    formatTime(at),
    formatWeekday(at),
    formatShortDate(at),
    formatMonth(at),
    formatUtcDate(at.toISOString()),
  ]),
};
export type Report = typeof report;
process.stdout.write(JSON.stringify({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, report }));
