import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query.ts';
import { storePageTime, usePageTime } from './use-page-time.ts';

const MINUTE = 60_000;
const start = Date.parse('2026-03-04T14:30:20Z');
beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

/** Renders a page and returns the times it showed. */
function showTimes(pageTime: number): string[] {
  const cache = createQueryClient();
  storePageTime(cache, pageTime);
  const shown: string[] = [];
  function Clock() {
    shown.push(usePageTime().toISOString().slice(11, 19));
    return null;
  }
  render(<Clock />, {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  return shown;
}

it('shows a page of this minute once', () => {
  expect(showTimes(start - 20_000)).toEqual(['14:30:00']);
});

it('shows a cached page as it was made, and corrects the time at once', () => {
  expect(showTimes(start - 20_000 - 5 * MINUTE)).toEqual(['14:25:00', '14:30:00']);
});
