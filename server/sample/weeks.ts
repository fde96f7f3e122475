import { dayNames, parseWeekHours, type HoursTexts, type Interval } from '#shared/listings/opening-hours.ts';

export interface SampleWeek {
  /** Starts with Monday. Null for a day without hours. */
  readonly texts: readonly (string | null)[];
  readonly intervals: readonly Interval[] | null;
}

const week = (...texts: (string | null)[]): SampleWeek => {
  const hours = Object.fromEntries(dayNames.map((day, index) => [`${day}Hours`, texts[index] ?? null])) as HoursTexts;
  return { texts, intervals: parseWeekHours(hours) };
};
const fiveDays = (
  day: string,
  friday = day,
  saturday: string | null = null,
  sunday: string | null = null,
): SampleWeek => week(day, day, day, day, friday, saturday, sunday);

/** Weeks in the formats of real lists. A few can't be parsed, and some are empty. */
export const sampleWeeks: readonly SampleWeek[] = [
  fiveDays('8:00 AM - 5:00 PM'),
  fiveDays('8:00 AM - 5:00 PM', '8:00 AM - 2:00 PM'),
  fiveDays('8:00 AM - 5:00 PM', '8:00 AM - 5:00 PM', '9:00 AM - 1:00 PM', 'Closed'),
  fiveDays('9:00 AM - 6:00 PM', '9:00 AM - 4:00 PM', 'Closed', 'Closed'),
  fiveDays('8-5', '8-12'),
  fiveDays('9-5'),
  fiveDays('7:30am-4:30pm', '7:30am-12pm'),
  fiveDays('9:00 AM–12:00 PM, 1:00 PM–5:00 PM'),
  fiveDays('8:30 a.m. to 5:30 p.m.', '8:30 a.m. to 3 p.m.', 'Closed', 'Closed'),
  fiveDays('08:00-17:00', '08:00-15:00'),
  week('10:00 AM - 7:00 PM', '8:00 AM - 5:00 PM', '10:00 AM - 7:00 PM', '8:00 AM - 5:00 PM', 'Closed', null, null),
  week('8am - 4pm', '8am - 4pm', 'Closed', '8am - 4pm', '8am - 4pm', 'Closed', 'Closed'),
  week(
    ...Array.from({ length: 4 }, () => '8:00 AM - 8:00 PM'),
    '8:00 AM - 6:00 PM',
    '9:00 AM - 4:00 PM',
    '10:00 AM - 2:00 PM',
  ),
  week(null, ...Array.from({ length: 4 }, () => '9:00 AM - 6:00 PM'), '8:00 AM - 3:00 PM', null),
  fiveDays('7:00 AM - 3:30 PM', '7:00 AM - 12:00 noon'),
  fiveDays('8:00 AM - 12:00 PM; 1:30 PM - 6:00 PM', '8:00 AM - 12:00 PM', 'Closed', 'Closed'),
  fiveDays('Noon - 9 PM', 'Noon - 9 PM', '10-4', '10-2'),
  fiveDays('By appointment', 'By appointment', 'Call us'),
  fiveDays('8:00 AM - 5:00 PM', 'By appointment', 'Closed', 'Closed'),
  week(),
  week(),
];

/** Rare: a practice that never closes. */
export const aroundTheClock = week(...Array.from({ length: 7 }, () => '24 hours'));
