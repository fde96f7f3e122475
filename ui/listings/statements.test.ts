import { expect, it } from 'vitest';
import { describeAge, describeConfirmation, isOld } from './statements.ts';

const statedOn = '2025-03-01';
const lastMoment = new Date('2026-03-01T23:00:00Z');
const nextDay = new Date('2026-03-02T00:00:00Z');

it('a statement is old after a year, to the day', () => {
  expect([isOld(statedOn, lastMoment), isOld(statedOn, nextDay), isOld(null, nextDay)]).toEqual([false, true, false]);
  expect(describeAge(statedOn, lastMoment)).toBeNull();
  expect(describeAge(statedOn, nextDay)).toBe('Stated on March 1, 2025, more than a year ago.');
});

it('a listing has one date, which names where it comes from', () => {
  const confirmedAt = '2025-03-01T10:00:00Z';
  const describe = (confirmed: string | null, statedBy: 'practice' | 'staff' | 'registry' | 'import' | null) =>
    describeConfirmation({ confirmedAt: confirmed, lastConfirmed: { statedBy, statedOn } }, lastMoment);
  expect(describe(confirmedAt, 'practice')).toBe('Confirmed by the practice on March 1, 2025.');
  expect(describe(confirmedAt, 'staff')).toBe('Checked by our staff on March 1, 2025.');
  expect(describe(null, 'staff')).toBe('Entered by our staff on March 1, 2025.');
  expect(describe(null, 'registry')).toBe('From the NPI registry, March 1, 2025.');
  expect(describe(null, 'import')).toBe('From imported data, March 1, 2025.');
  expect(describe(null, null)).toBe('From our records.');
  expect(describeConfirmation({ confirmedAt: null, lastConfirmed: null }, lastMoment)).toBe('From our records.');
});

it('a confirmation older than a year is marked', () => {
  const lastConfirmed = { statedBy: 'practice', statedOn } as const;
  expect(describeConfirmation({ confirmedAt: '2025-03-01T10:00:00Z', lastConfirmed }, nextDay)).toBe(
    'Confirmed by the practice on March 1, 2025. That was more than a year ago.',
  );
});
