import { expect, it } from 'vitest';
import { formatDate, formatUtcDate } from '#ui/kit/format.ts';
import { formatBillingDay, formatEmailDay, formatEmailTime, formatEmailWeekday } from './email-time.ts';

it('times in emails are Eastern, in summer and in winter, and say so', () => {
  expect(formatEmailTime(new Date('2026-11-22T09:30:00Z'))).toBe('November 22, 2026 at 4:30 AM ET');
  expect(formatEmailTime(new Date('2026-07-01T03:05:00Z'))).toBe('June 30, 2026 at 11:05 PM ET');
});

it('emails name the same day as the pages, also where Eastern and UTC days differ', () => {
  const night = new Date('2026-12-24T02:00:00Z');
  expect(formatBillingDay(night)).toBe('December 24, 2026');
  expect(formatBillingDay(night)).toBe(formatUtcDate(night));
  expect(formatEmailDay(night)).toBe('December 23, 2026');
  expect(formatEmailDay(night)).toBe(formatDate(night));
  expect(formatEmailWeekday(night)).toBe('Wednesday, December 23');
});
