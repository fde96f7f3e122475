/**
 * The filters of the directory that are on or off. Each line is the only definition of its filter: the parameter of the URL and of
 * the API, the feature that listings have (the function listing_entries() assigns it), the checkbox, and the chip.
 * `server/directory/sentence/phrases.ts` has the words that ask for it in a sentence. The next
 * free number is 10_009.
 */
export const featureFilters = [
  { name: 'newPatients', feature: 10_001, label: 'Accepts new patients' },
  { name: 'insurance', feature: 10_002, label: 'Accepts insurance' },
  { name: 'membershipPlan', feature: 10_007, label: 'Membership plan' },
  { name: 'selfPay', feature: 10_008, label: 'Self-pay options' },
  { name: 'emergency', feature: 10_003, label: 'Emergency services' },
  { name: 'wheelchair', feature: 10_004, label: 'Wheelchair accessible' },
  { name: 'parking', feature: 10_005, label: 'Parking available' },
  { name: 'open24Hours', feature: 10_006, label: 'Open 24 hours' },
  { name: 'verified', feature: 10_202, label: 'Verified owner' },
] as const;

export type FeatureFilter = (typeof featureFilters)[number]['name'];

export const featureFilterNames: readonly FeatureFilter[] = featureFilters.map(({ name }) => name);
