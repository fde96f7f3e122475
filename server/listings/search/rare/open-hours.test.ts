import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listHourFeatures, listOpenFeatures } from './open-hours.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Boise',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
  'Europe/Paris',
];

function hourAt(timeZone: string, at: Date): number {
  const [weekday, hour] = at
    .toLocaleString('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
    .split(', ') as [string, string];
  return weekdays.indexOf(weekday) * 24 + Number(hour);
}

// The clocks change in the nights before March 8 and November 1.
const time = fc
  .tuple(
    fc.constantFrom('2026-01-14', '2026-03-08', '2026-07-01', '2026-11-01', '2026-12-27'),
    fc.integer({ min: 0, max: 30 * 60 }),
  )
  .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000));
const hour = fc.integer({ min: 0, max: 167 });

it('finds every listing that is open, in each zone and season, and none as open that may be closed', () => {
  let whole = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...timeZones),
      time,
      fc.array(hour),
      fc.boolean(),
      fc.boolean(),
      (timeZone, at, others, isOpen, isWhole) => {
        const now = hourAt(timeZone, at);
        const wholeHours = [...others.filter((one) => one !== now), ...(isOpen && isWhole ? [now] : [])];
        const hours = [...new Set([...wholeHours, ...(isOpen ? [now] : [])])];
        const features = listHourFeatures({ timeZone, hours, wholeHours });
        const asked = listOpenFeatures(at);
        if (isOpen) expect(features.some((feature) => asked.open.includes(feature))).toBe(true);
        if (asked.whole !== null && features.includes(asked.whole)) {
          expect([isOpen, isWhole]).toEqual([true, true]);
          whole += 1;
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(whole).toBeGreaterThan(100);
});
