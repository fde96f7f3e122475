/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
}
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export interface TestClock extends Clock {
  set(to: Date | string): void;
  advance(ms: number): void;
}
export function testClock(start: Date | string = '2026-01-15T17:00:00Z'): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set: (to) => void (time = new Date(to).getTime()),
    advance: (ms) => void (time += ms),
  };
}
