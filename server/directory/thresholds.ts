/** The sizes from which a search takes another path. Tests lower them, so that small directories take every path. */
export const thresholds = {
  /** Matches are read and counted up to here. A search with more finds its page by reading the results in order. */
  counted: 10_000,
  /** Up to this offset, the total and the page are found in one statement. */
  deep: 2_000,
};
