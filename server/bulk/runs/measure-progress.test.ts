import { describe, expect, it } from 'vitest';
import { measureProgress, unknownSpeed } from './measure-progress.ts';

describe('the speed of an import', () => {
  it('says no time left while a file is read or compared, because the writing is unknown', () => {
    const reading = { phase: 'reading', done: 9_000_000, total: 12_000_000, rows: 75_000, seconds: 15 };
    expect(measureProgress(reading)).toEqual({
      rowsDone: 75_000,
      rowsTotal: 100_000,
      rowsPerSecond: 5_000,
      secondsLeft: null,
    });
    expect(measureProgress({ phase: 'matching', done: 6, total: 7, rows: 100_000, seconds: 5 })).toEqual(unknownSpeed);
    expect(measureProgress({ phase: 'finishing', done: 0, total: 1, rows: 100_000, seconds: 5 })).toEqual(unknownSpeed);
  });

  it('follows the speed of the writing, and corrects itself when that slows down', () => {
    const writing = { phase: 'writing', done: 10_000, total: 200_000, rows: 100_000, seconds: 10 };
    expect(measureProgress({ ...writing, done: 0 })).toMatchObject({ rowsPerSecond: null, secondsLeft: null });
    expect(measureProgress({ ...writing, seconds: 0.5 })).toMatchObject({ rowsPerSecond: null, secondsLeft: null });
    expect(measureProgress(writing)).toEqual({
      rowsDone: 5_000,
      rowsTotal: 100_000,
      rowsPerSecond: 500,
      secondsLeft: 190,
    });
    expect(measureProgress({ ...writing, seconds: 20 }).secondsLeft).toBe(380);
    expect(measureProgress({ ...writing, done: 200_000, seconds: 271 }).secondsLeft).toBe(0);
  });
});
