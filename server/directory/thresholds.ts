/**
 * The sizes at which a search or a staff list switches to another query. Tests lower them, so that small directories run every
 * query.
 */
export const thresholds = {
  /** Matches are read and counted up to here. A search with more finds its page by reading the results in order. */
  counted: 10_000,
  /** Near matches are looked for in this many listings of the place, the first in order. */
  near: 2_000,
  /** Near matches in an area of the map with more listings are found by reading the directory in order. */
  area: 6_000,
  /** Up to this offset, the total and the page are found in one statement. */
  deep: 2_000,
  /** A staff list of up to this many rows that match reads all of them; a longer one is read in its order. */
  few: 4_000,
  /** A range of days with more listings is counted by those outside of it. */
  inside: 100_000,
};
