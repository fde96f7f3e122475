/** The sizes from which a search takes another path. Tests lower them so that small directories take every path. */
export const searchThresholds = {
  /** A live count stops here; the total is then a lower bound. */
  counted: 10_000,
  /** In a larger scope, the filters without stored counts are only counted among this many listings. */
  examined: 20_000,
  /** If more listings than this may match, reading in order finds a page of them sooner than reading them all. */
  candidates: 500,
  /** Scopes with up to this many listings are read in full. */
  small: 20_000,
  /** The same for a search by name. */
  tiny: 2_000,
  /** Up to this offset, reading in order is faster than looking up where a page begins. */
  deep: 2_000,
};
