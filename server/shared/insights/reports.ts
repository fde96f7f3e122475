import { articlesReport } from './reports/articles.ts';
import { audienceReport } from './reports/audience.ts';
import { claimReviewReport } from './reports/claim-review.ts';
import { conversionsReport } from './reports/conversions.ts';
import { practiceContactsReport } from './reports/practice-contacts.ts';
import type { ReportId } from './reports/ids.ts';
import { searchAnalyticsReport } from './report-search.ts';
import { userActivityReport } from './report-users.ts';
import type { Report } from './report.ts';

export const reports = {
  'user-activity': userActivityReport,
  'search-analytics': searchAnalyticsReport,
  'practice-contacts': practiceContactsReport,
  audience: audienceReport,
  articles: articlesReport,
  conversions: conversionsReport,
  'claim-review': claimReviewReport,
} satisfies Record<ReportId, Report>;
export type { ReportId } from './reports/ids.ts';
