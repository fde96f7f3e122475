import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLaunchCountdown } from './use-launch-countdown.ts';

const HOUR = 3_600_000;
const start = Date.parse('2026-03-04T14:30:00Z');
beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

/** Shows a catalog that the server sent at this time, and returns the seconds left after a second. */
function countDown(sentAt: number): number {
  const { result } = renderHook(() =>
    useLaunchCountdown({
      now: new Date(sentAt).toISOString(),
      launchEnds: new Date(sentAt + HOUR - 1000).toISOString(),
      launch: true,
    }),
  );
  expect(result.current).toBe(HOUR);
  act(() => void vi.advanceTimersByTime(1000));
  return result.current / 1000;
}

it('subtracts the age of a cached page', () => {
  expect(countDown(start - 50_000)).toBe(3600 - 50 - 1);
});

it('ignores a browser clock that is hours off', () => {
  expect(countDown(start - 5 * HOUR)).toBe(3600 - 1);
  expect(countDown(start + 5 * HOUR)).toBe(3600 - 1);
});
