import { searchAnalyticsReport } from './report-search.ts';
import { userActivityReport } from './report-users.ts';
import type { Report } from './report.ts';

export const reports = {
  'user-activity': userActivityReport,
  'search-analytics': searchAnalyticsReport,
} satisfies Record<string, Report>;
export type ReportId = keyof typeof reports;
