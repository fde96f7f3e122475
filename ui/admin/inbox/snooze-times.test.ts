import { expect, it } from 'vitest';
import { listSnoozeTimes } from './snooze-times.ts';

it('offers later times only, at nine in the morning from tomorrow on', () => {
  for (let day = 1; day <= 14; day++) {
    const now = new Date(2026, 2, day, 23, 30);
    const times = listSnoozeTimes(now);
    for (const { label, until } of times) expect(until.getTime(), label).toBeGreaterThan(now.getTime());
    expect(times.slice(1).map(({ until }) => until.getHours())).toEqual(times.slice(1).map(() => 9));
    const monday = times.find(({ label }) => label === 'Until Monday');
    // On Sundays, tomorrow is Monday.
    if (now.getDay() === 0) expect(monday).toBeUndefined();
    else expect(monday?.until.getDay()).toBe(1);
  }
});
