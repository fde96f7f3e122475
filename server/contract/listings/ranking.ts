/** How results are ordered, as the receipts of results and the page "How ranking works" say it. */
export const ranking = {
  /** The reviews that are added to each listing before its mean counts, and their stars. */
  addedReviews: 10,
  addedStars: 4.5,
  topSpots: 10,
} as const;

export const rankSentences = {
  top: 'Sponsored: this practice pays for a Top 10 spot. These spots rotate daily.',
  name: 'Sorted by name. Payment has no effect.',
  distance: 'measured between ZIP codes. Sorted by distance.',
  rating: 'Sorted by rating and number of reviews.',
  withoutPayment: 'Payment has no effect.',
  paid: 'This practice pays to rank higher.',
  unpaid: 'Listed after practices that pay.',
} as const;
