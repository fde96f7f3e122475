/** The reports that the server has rows for. */
export const reportIds = [
  'user-activity',
  'search-analytics',
  'practice-contacts',
  'audience',
  'articles',
  'conversions',
  'claim-review',
] as const;
export type ReportId = (typeof reportIds)[number];
