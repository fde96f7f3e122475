import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCalendarDay,
  formatCompact,
  formatDate,
  formatDateTime,
  formatLocalDateTime,
  formatNumber,
  formatPercentChange,
  formatPhone,
  formatTime,
  formatUtcDate,
} from './format.ts';

describe('dates', () => {
  it('uses Eastern time on public pages and labels moments', () => {
    expect(formatDate('2026-01-15T03:00:00Z')).toBe('January 14, 2026');
    expect(formatDateTime('2026-07-15T17:00:00Z')).toBe('Jul 15, 2026, 1:00 PM ET');
    expect(formatTime('2026-01-15T17:00:00Z')).toBe('12:00 PM ET');
  });

  it('uses UTC for billing days and calendar days', () => {
    expect(formatUtcDate('2027-01-15T00:00:00Z')).toBe('January 15, 2027');
    expect(formatCalendarDay('2027-01-15')).toBe('Jan 15, 2027');
  });

  it("labels moments in the viewer's zone", () => {
    expect(formatLocalDateTime('2026-01-15T17:00:00Z')).toMatch(/^Jan 1[56], 2026, \d+:\d\d [AP]M \S/);
  });

  it('rounds ages to the largest useful unit', () => {
    const now = Date.parse('2026-01-15T12:00:00Z');
    const ages = [20, 60, 5 * 60, 3_600, 35 * 3_600, 48 * 3_600].map((s) => formatAgo(now - s * 1_000, now));
    expect(ages).toEqual(['just now', 'a minute ago', '5 minutes ago', 'an hour ago', '35 hours ago', '2 days ago']);
  });
});

describe('phone numbers', () => {
  it('have one form, unless they have another than ten digits', () => {
    const numbers = ['5125550142', '512.555.0142', '+1 512 555 0142', '1-512-555-0142', '(512) 555-0142'];
    expect(new Set(numbers.map(formatPhone))).toEqual(new Set(['(512) 555-0142']));
    expect(formatPhone('512-555-0142 ext. 3')).toBe('512-555-0142 ext. 3');
  });
});

describe('numbers', () => {
  it('groups thousands as Intl does', () => {
    for (const value of [0, 999, 1_000, 26_000, 1_234_567, -1_000, -999, 1_234.5])
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'));
  });

  it('formats compact numbers, changes, and sizes', () => {
    expect([formatCompact(1_234_567), formatPercentChange(0.124), formatPercentChange(0)]).toEqual([
      '1.2M',
      '+12%',
      '0%',
    ]);
    expect([512, 1_536, 3_400_000].map(formatBytes)).toEqual(['512 bytes', '1.5 KB', '3.2 MB']);
  });
});
