import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDayHours } from '#shared/listings/opening-hours.ts';
import { parseDay, findDayProblem, formatDay, addBreak } from '../holiday-hours/hours-text.ts';

describe('a day of the hours editor', () => {
  it.each([
    ['8-5', '8:00 AM – 5:00 PM'],
    ['9am-12pm, 1pm-5pm', '9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM'],
    ['Closed', 'Closed'],
    ['By appointment', 'By appointment'],
    ['24 hours', 'Open 24 hours'],
    ['6pm-2am', '6:00 PM – 2:00 AM'],
    ['', ''],
  ])('formats %s as %s', (before, after) => expect(formatDay(parseDay(before))).toBe(after));

  it('writes text that parses back to the same hours', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(fc.uniqueArray(minute, { minLength: 2, maxLength: 6 }), (minutes) => {
        const sorted = minutes.toSorted((a, b) => a - b).slice(0, minutes.length - (minutes.length % 2));
        const at = (m: number) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
        const spans = Array.from({ length: sorted.length / 2 }, (_, i) => ({
          from: at(sorted[2 * i]!),
          to: at(sorted[2 * i + 1]!),
        }));
        const text = formatDay({ mode: 'open', spans: spans.toReversed(), text: '' });
        expect(parseDayHours(text)).toEqual(spans.map((_, i) => [sorted[2 * i], sorted[2 * i + 1]]));
        expect(parseDay(text).spans).toEqual(spans);
      }),
    );
  });

  it('reports incomplete, overlapping, and missing hours', () => {
    const open = (...spans: [string, string][]) => ({
      mode: 'open' as const,
      spans: spans.map(([from, to]) => ({ from, to })),
      text: '',
    });
    expect(findDayProblem(open(['09:00', '']))).toBe('Please fill in both times.');
    expect(findDayProblem(open(['09:00', '13:00'], ['12:00', '17:00']))).toBe('These times overlap.');
    expect(findDayProblem(open(['09:00', '12:00'], ['12:00', '17:00']))).toBeNull();
    expect(findDayProblem({ mode: 'text', spans: [], text: ' ' })).toBe('Please say when you are open.');
  });

  it('adds a break at noon, or else in the middle', () => {
    expect(addBreak([{ from: '09:00', to: '17:00' }])).toEqual([
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ]);
    const late = addBreak([{ from: '14:00', to: '18:00' }]);
    expect([late.length, findDayProblem({ mode: 'open', spans: late, text: '' })]).toEqual([2, null]);
  });
});
