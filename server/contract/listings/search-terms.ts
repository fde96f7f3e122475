/** The days of `openOn`. The index is the bit in the open_days and open_evenings of a schedule. */
export const openDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type OpenDay = (typeof openDays)[number];

/** A day counts as open if the practice is open in these minutes of it, so a night shift doesn't open the next day. */
export const DAY_STARTS = 300;
export const EVENING_STARTS = 1080;
