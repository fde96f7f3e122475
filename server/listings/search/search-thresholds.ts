/** The sizes from which a search takes another path. Tests lower them so that small directories take every path. */
export const searchThresholds = {
  /** A live count stops here; the total is then a lower bound. */
  counted: 10_000,
  /** Scopes with up to this many listings are read in full. */
  examined: 20_000,
  /** In a larger scope, the filters without stored counts are only counted among this many listings. */
  sampled: 8_000,
  /** If more listings than this may match, reading in order finds a page of them sooner than reading them all. */
  candidates: 500,
  /** The same for an area of ZIP codes, because an index has their ZIP codes. */
  nearbyCandidates: 2_000,
  /** Reading a listing by its id takes as long as reading this many entries of an index. */
  perCandidate: 25,
  /** Up to this many listings that may be open now are read, so that options are counted exactly. */
  unsure: 2_000,
  /** Searches of places with more listings than this look into the bitmaps. */
  bitmapped: 5_000,
  /** A page that reads more entries of an index than this is looked for among the candidates. */
  walked: 5_000,
  /** Looking up a place in an index takes as long as reading this many entries. */
  perPlace: 15,
  /** The nearest ZIP codes with this many times as many listings as a page reaches should have enough matches. */
  perMatch: 8,
  /** Scopes with up to this many listings are read in full by a search for a name. */
  tiny: 2_000,
  /** More words than this contain a part of a name, and many listings have them. */
  fewWords: 20,
  /** A range of days with more listings is counted by those outside of it. */
  ranged: 100_000,
  /** Up to this offset, reading in order is faster than looking up where a page begins. */
  deep: 2_000,
};
