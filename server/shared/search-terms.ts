/** The most miles around a place that a search takes. */
export const MAX_RADIUS = 100;

/** The days of `openOn`. The index is the bit in the open_days and open_evenings of a schedule. */
export const openDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type OpenDay = (typeof openDays)[number];

/**
 * “early” is before 8 AM, “morning” is before noon, and “lunch” is from noon to 1 PM, on one of the days of `openOn` if there are
 * any. Anything else is a date.
 */
export type OpenAt = 'early' | 'morning' | 'lunch' | `${number}-${number}-${number}`;
export const isOpenAt = (text: string): text is OpenAt => /^(?:early|morning|lunch|\d{4}-\d\d-\d\d)$/.test(text);

/** A day counts as open if the practice is open after this minute of it, so a night shift doesn't open the next day. */
export const DAY_STARTS = 300;

/** A plan's name as it appears in URLs. The server understands the slugs of all names of a plan. */
export const planSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
