import { expect, it } from 'vitest';
import { describeDue } from './due-text.ts';

const now = Date.parse('2026-03-02T15:00:00Z');
const inHours = (n: number) => describeDue(new Date(now + n * 3_600_000).toISOString(), now);

it.each([
  [-50, '2 days late', 'bad'],
  [-0.1, '1 hour late', 'bad'],
  [5, 'Due in 5 hours', 'warn'],
  [23, 'Due in 23 hours', 'warn'],
  [26, 'Due in 1 day', 'warn'],
  [24 * 4, 'Due in 4 days', 'neutral'],
  [24 * 12, 'Due in 12 days', 'neutral'],
])('describes a deadline %d hours away as “%s”', (hours, text, tone) => {
  expect(inHours(hours)).toEqual({ text, tone });
});
