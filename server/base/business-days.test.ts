import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { federalHolidays, isBusinessDay, reviewDue } from './business-days.ts';

describe('federal holidays', () => {
  it.each([
    [
      2025,
      '2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25',
    ],
    [
      2026,
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
    ],
    [
      2027,
      '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24',
    ],
    [
      2022,
      '2021-12-31 2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
    ],
  ])('of %i are those the government published', (year, days) => {
    expect(federalHolidays(year).join(' ')).toBe(days);
  });
  it('include December 31, 2021, observed for New Year’s Day 2022', () => {
    expect(isBusinessDay(Temporal.PlainDate.from('2021-12-31'))).toBe(false);
    expect(isBusinessDay(Temporal.PlainDate.from('2021-12-30'))).toBe(true);
  });
});

describe('the due date of a claim', () => {
  it.each([
    ['a Monday morning', '2025-03-03T15:00:00Z', '2025-03-06T22:00:00Z'],
    ['a Friday, over the weekend', '2025-03-07T15:00:00Z', '2025-03-12T21:00:00Z'],
    ['a Saturday', '2025-03-15T15:00:00Z', '2025-03-19T21:00:00Z'],
    ['the day before Thanksgiving', '2025-11-26T15:00:00Z', '2025-12-02T22:00:00Z'],
    ['over Independence Day kept on a Friday', '2026-07-01T15:00:00Z', '2026-07-07T21:00:00Z'],
    ['over Christmas and New Year', '2025-12-30T15:00:00Z', '2026-01-05T22:00:00Z'],
    ['late in the evening, still that day in New York', '2025-03-04T04:30:00Z', '2025-03-06T22:00:00Z'],
    ['after midnight in New York', '2025-03-04T05:30:00Z', '2025-03-07T22:00:00Z'],
  ])('of %s', (_, submitted, due) => {
    expect(reviewDue(new Date(submitted)).toISOString()).toBe(new Date(due).toISOString());
  });
});
