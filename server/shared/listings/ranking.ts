/** How results are ordered, as the receipts of results and the page "How ranking works" say it. */
export const ranking = {
  /** The reviews that are added to each listing before its mean counts, and their stars. */
  addedReviews: 10,
  addedStars: 4.5,
  /** Fewer reviews that were written on this site don't change the order. */
  minOwnReviews: 5,
  /** Reviews that were written here count half once they are this old. review_sums() in the database has the same limit. */
  freshYears: 2,
  /** The first places of a search, of which at most this many are sponsored. All other results are ordered without regard to payment. */
  sponsoredPlaces: 3,
  /** A search with fewer results has no sponsored places. */
  sponsoredFrom: 10,
  /**
   * The greatest distance of a sponsored place from the searched city or ZIP code, so that it precedes no practice that is closer
   * by more than this.
   */
  sponsoredMiles: 10,
} as const;

export const rankSentences = {
  sponsored: 'Sponsored: this practice pays for a chance at one of the first places, drawn daily.',
  afterSponsored: 'Sorted by rating and number of reviews, after any sponsored places.',
  rating: 'Sorted by rating and number of reviews.',
  lead: 'First because its name or street has words of the search.',
  name: 'Sorted by name.',
  price: 'Sorted by whitening price. Practices that state none come last.',
  distance: 'measured between ZIP codes. Sorted by distance.',
  withoutPayment: 'Payment has no effect.',
} as const;
