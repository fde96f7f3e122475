import { toCsv, type ReportDocument, type ReportInput, type ReportTable } from '#shared/insights/report.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';

export type CachedReport = ReportInput & { generatedAt: string; brand?: string };

/** The name of a report's file. Its ISO dates keep a folder of reports in order. */
export const reportTitle = (id: ReportId, { period }: CachedReport): string =>
  `${reports[id].title} ${period.from} to ${period.to}`;

const tabulateFigures = (report: ReportDocument): ReportTable => ({
  title: 'Figures',
  columns: [
    { key: 'label', label: 'Figure' },
    { key: 'value', label: 'Value' },
    { key: 'previous', label: 'Before' },
  ],
  rows: report.figures.map(({ label, value, previous }) => ({ label, value, previous })),
});

/** A report as one CSV file: its figures, then its tables. */
export function reportCsv(id: ReportId, cachedReport: CachedReport): string {
  const report = reports[id].make(cachedReport);
  return `\ufeff${toCsv([tabulateFigures(report), ...report.tables])}`;
}
