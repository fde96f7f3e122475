import { dayNames, parseWeekHours, type HoursTexts, type Interval } from '../../contract/opening-hours.ts';

export interface SampleWeek {
  /** Monday first; null where nothing is known. */
  readonly texts: readonly (string | null)[];
  readonly intervals: readonly Interval[] | null;
}

const week = (...texts: (string | null)[]): SampleWeek => {
  const named = Object.fromEntries(dayNames.map((day, index) => [`${day}Hours`, texts[index] ?? null])) as HoursTexts;
  return { texts, intervals: parseWeekHours(named) };
};
const five = (day: string, friday = day, saturday: string | null = null, sunday: string | null = null): SampleWeek =>
  week(day, day, day, day, friday, saturday, sunday);

/** Weeks in the notations that real lists come in. A few cannot be read, and some say nothing. */
export const sampleWeeks: readonly SampleWeek[] = [
  five('8:00 AM - 5:00 PM'),
  five('8:00 AM - 5:00 PM', '8:00 AM - 2:00 PM'),
  five('8:00 AM - 5:00 PM', '8:00 AM - 5:00 PM', '9:00 AM - 1:00 PM', 'Closed'),
  five('9:00 AM - 6:00 PM', '9:00 AM - 4:00 PM', 'Closed', 'Closed'),
  five('8-5', '8-12'),
  five('9-5'),
  five('7:30am-4:30pm', '7:30am-12pm'),
  five('9:00 AM–12:00 PM, 1:00 PM–5:00 PM'),
  five('8:30 a.m. to 5:30 p.m.', '8:30 a.m. to 3 p.m.', 'Closed', 'Closed'),
  five('08:00-17:00', '08:00-15:00'),
  week('10:00 AM - 7:00 PM', '8:00 AM - 5:00 PM', '10:00 AM - 7:00 PM', '8:00 AM - 5:00 PM', 'Closed', null, null),
  week('8am - 4pm', '8am - 4pm', 'Closed', '8am - 4pm', '8am - 4pm', 'Closed', 'Closed'),
  week(
    ...Array.from({ length: 4 }, () => '8:00 AM - 8:00 PM'),
    '8:00 AM - 6:00 PM',
    '9:00 AM - 4:00 PM',
    '10:00 AM - 2:00 PM',
  ),
  week(null, ...Array.from({ length: 4 }, () => '9:00 AM - 6:00 PM'), '8:00 AM - 3:00 PM', null),
  five('7:00 AM - 3:30 PM', '7:00 AM - 12:00 noon'),
  five('8:00 AM - 12:00 PM; 1:30 PM - 6:00 PM', '8:00 AM - 12:00 PM', 'Closed', 'Closed'),
  five('By appointment', 'By appointment', 'Call us'),
  five('8:00 AM - 5:00 PM', 'By appointment', 'Closed', 'Closed'),
  week(),
  week(),
];

/** Practices that never close are rare. */
export const aroundTheClock = week(...Array.from({ length: 7 }, () => '24 hours'));
