import { expect, it } from 'vitest';
import { formatLocalDateTime, toLocalInput } from '#ui/kit/format.ts';
import { describeSchedule } from './describe-schedule.ts';

const now = Date.parse('2026-11-22T09:20:00Z');
const inputAt = (minutes: number) => toLocalInput(new Date(now + minutes * 60_000).toISOString());
const timeAt = (minutes: number) => formatLocalDateTime(now + minutes * 60_000);

it('a time to come is repeated with its zone and how soon it is', () => {
  expect(timeAt(10)).toMatch(/^Nov 2\d, 2026, \d+:30 [AP]M \S+$/);
  expect(describeSchedule(inputAt(10), now)).toEqual({
    text: `Publishes ${timeAt(10)}, in 10 minutes.`,
    isPast: false,
  });
  expect(describeSchedule(inputAt(60), now)!.text).toBe(`Publishes ${timeAt(60)}, in an hour.`);
  expect(describeSchedule(inputAt(3 * 1440), now)!.text).toBe(`Publishes ${timeAt(3 * 1440)}, in 3 days.`);
});

it('a past time says that saving publishes, and no time says nothing', () => {
  expect(describeSchedule(inputAt(-10), now)).toEqual({
    text: `${timeAt(-10)} was 10 minutes ago. Saving publishes the article right away.`,
    isPast: true,
  });
  expect(describeSchedule(inputAt(0), now)!.isPast).toBe(true);
  expect(describeSchedule('', now)).toBeNull();
  expect(describeSchedule('no time', now)).toBeNull();
});
