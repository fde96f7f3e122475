import { describe, expect, it } from 'vitest';
import { addMonths, daysOfCalendar, isMonth, localDayOf, rangeOfCalendar } from './month-days.ts';

describe('the days of a calendar month', () => {
  it('are whole weeks from Sunday to Saturday', () => {
    const november = daysOfCalendar('2026-11');
    expect([november.length, november[0], november.at(-1)]).toEqual([35, '2026-11-01', '2026-12-05']);
    const august = daysOfCalendar('2026-08');
    expect([august.length, august[0], august.at(-1)]).toEqual([42, '2026-07-26', '2026-09-05']);
    expect(daysOfCalendar('2026-02')).toHaveLength(28);
    expect(daysOfCalendar('2028-02')).toContain('2028-02-29');
  });

  it('are each there once in every month, also when clocks change', () => {
    for (let month = '2025-01'; month < '2029-01'; month = addMonths(month, 1)) {
      const days = daysOfCalendar(month);
      expect(new Set(days).size).toBe(days.length);
      expect(days.length % 7).toBe(0);
      const { from, to } = rangeOfCalendar(days);
      expect(localDayOf(from)).toBe(days[0]);
      expect(localDayOf(Date.parse(to) - 1)).toBe(days.at(-1));
    }
  });

  it('move over the end of a year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect(['2026-13', '2026-1', 'x', null].map(isMonth)).toEqual([false, false, false, false]);
  });
});
