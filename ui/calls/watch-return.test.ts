import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mayAsk, rememberQuestion, watchReturn } from './watch-return.ts';

const NOW = Date.parse('2026-03-10T16:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tap = { dentistId: 7, phone: '5125550142', at: NOW };
let visibility: 'visible' | 'hidden';
let isDesktop: boolean;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  visibility = 'visible';
  isDesktop = false;
  stop = () => {};
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('matchMedia', () => ({ matches: isDesktop }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const cover = (next: typeof visibility) => {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
};
const watch = (isReload = false) => {
  const onReturn = vi.fn<(isRecent: boolean) => void>();
  stop = watchReturn(tap, { isReload }, onReturn);
  return onReturn;
};

describe('the return from a call', () => {
  it('is one after ten seconds away, and reported once', () => {
    const onReturn = watch();
    cover('hidden');
    vi.advanceTimersByTime(9_999);
    cover('visible');
    expect(onReturn).not.toHaveBeenCalled();
    cover('hidden');
    vi.advanceTimersByTime(10_000);
    cover('visible');
    cover('hidden');
    vi.advanceTimersByTime(MINUTE);
    cover('visible');
    expect(onReturn.mock.calls).toEqual([[true]]);
  });
  it('is too late after 30 minutes', () => {
    const onReturn = watch();
    cover('hidden');
    vi.advanceTimersByTime(30 * MINUTE + 1);
    cover('visible');
    expect(onReturn.mock.calls).toEqual([[false]]);
  });
  it('is one when the page was restored or loaded again', () => {
    vi.setSystemTime(NOW + MINUTE);
    expect(watch(true).mock.calls).toEqual([[true]]);
    vi.setSystemTime(NOW + 5_000);
    expect(watch(true)).not.toHaveBeenCalled();
  });
  it('is assumed after 20 seconds on a computer, and never on a phone', () => {
    const onPhone = watch();
    vi.advanceTimersByTime(5 * MINUTE);
    expect(onPhone).not.toHaveBeenCalled();
    stop();
    vi.setSystemTime(NOW);
    isDesktop = true;
    const onComputer = watch();
    vi.advanceTimersByTime(19_999);
    expect(onComputer).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onComputer.mock.calls).toEqual([[true]]);
  });
});

it('a device asks about a listing once a week', () => {
  expect(mayAsk(tap, NOW)).toBe(true);
  rememberQuestion(tap, NOW);
  expect(mayAsk(tap, NOW + 7 * DAY - 1)).toBe(false);
  expect(mayAsk({ ...tap, dentistId: 8 }, NOW)).toBe(true);
  expect(mayAsk(tap, NOW + 7 * DAY)).toBe(true);
});
