import { figureText, toCsv, type ReportDocument, type ReportInput, type ReportTable } from '#contract/report.ts';
import { chartSvg } from '#contract/report-svg.ts';
import { REPORT_ZONE_LABEL } from '#contract/report-zone.ts';
import { reports, type ReportId } from '#contract/reports.ts';

export type CachedReport = ReportInput & { generatedAt: string };

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

const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const formatCell = (value: unknown): string =>
  escapeHtml(typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '—'));
const style = `
@page { size: Letter; margin: 16mm 14mm }
body { font: 11px/1.5 Figtree, system-ui, sans-serif; color: #1d2b2e; margin: 0 }
h1 { font: 500 24px/1.2 Fraunces, Georgia, serif; margin: 0 0 4px }
h2 { font-size: 14px; margin: 20px 0 6px }
p { color: #55666a; margin: 0 }
dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 16px 0 }
dt { color: #55666a } dd { margin: 0; font-size: 17px; font-weight: 600 }
svg { width: 100%; height: auto; break-inside: avoid; border: 1px solid #d8dfe0; border-radius: 6px; margin-top: 10px }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
thead { display: table-header-group } tr { break-inside: avoid }
th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid #d8dfe0; text-align: left; overflow-wrap: anywhere }
th { color: #55666a; font-weight: 500 } .end { text-align: right }`;

function formatTable({ title, columns, rows }: ReportTable): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`;
  if (rows.length === 0) return `${heading}<p>No data for this period.</p>`;
  const headerCells = columns.map(({ label, align }) => `<th class="${align ?? ''}">${escapeHtml(label)}</th>`);
  const formatRow = (row: ReportTable['rows'][number]) =>
    `<tr>${columns.map(({ key, align }) => `<td class="${align ?? ''}">${formatCell(row[key])}</td>`).join('')}</tr>`;
  return `${heading}<table><thead><tr>${headerCells.join('')}</tr></thead><tbody>${rows.map(formatRow).join('')}</tbody></table>`;
}

/** A report as an HTML page for printing, without scripts or external resources. */
export function reportHtml(id: ReportId, cachedReport: CachedReport): string {
  const report = reports[id].make(cachedReport);
  const { period, previous, generatedAt } = cachedReport;
  const dates = `${period.from} to ${period.to}`;
  const asOf = new Date(generatedAt).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(reportTitle(id, cachedReport))}</title><style>${style}</style></head><body>
<h1>${escapeHtml(reports[id].title)}</h1>
<p>${escapeHtml(`${dates}, compared with ${previous.from} to ${previous.to}. Days in ${REPORT_ZONE_LABEL}. Figures as of ${asOf} ET.`)}</p>
<dl>${report.figures.map(({ label, value, unit }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(figureText(value, unit))}</dd></div>`).join('')}</dl>
${report.charts.map((chart) => chartSvg(chart, dates)).join('\n')}
${report.tables.map(formatTable).join('\n')}
</body></html>`;
}
