import { expect, it } from 'vitest';
import { formatEmailTime } from './email-time.ts';

it('times in emails are Eastern, in summer and in winter, and say so', () => {
  expect(formatEmailTime(new Date('2026-11-22T09:30:00Z'))).toBe('November 22, 2026 at 4:30 AM ET');
  expect(formatEmailTime(new Date('2026-07-01T03:05:00Z'))).toBe('June 30, 2026 at 11:05 PM ET');
});
