import { figureText, type ReportDocument, type ReportTable } from '#shared/insights/report.ts';
import { chartSvg } from '#shared/insights/report-svg.ts';
import { REPORT_ZONE_LABEL } from '#shared/insights/report-zone.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import type { ReportFormat } from '../bridge/shapes.ts';
import { reportCsv, reportTitle, type CachedReport } from './report-csv.ts';
import { formatMonthDay, formatPeriod, formatShortDay } from './report-dates.ts';
import { reportXlsx } from './report-xlsx.ts';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2?inline';

const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The style of printed reports, with the product's own fonts. */
const reportStyle = `
@font-face { font-family: Figtree; src: url(${figtree}) format('woff2'); font-weight: 300 900 }
@font-face { font-family: Fraunces; src: url(${fraunces}) format('woff2'); font-weight: 400 700 }
@page { size: Letter; margin: 16mm 14mm }
body { font: 11px/1.5 Figtree, system-ui, sans-serif; color: #1d2b2e; margin: 0 }
h1 { font: 500 24px/1.2 Fraunces, Georgia, serif; font-variation-settings: 'SOFT' 100; margin: 0 0 4px }
h2 { font-size: 14px; margin: 20px 0 6px; break-after: avoid }
p { color: #55666a; margin: 0 }
dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 16px 0 }
dt { color: #55666a } dd { margin: 0; font-size: 17px; font-weight: 600 }
svg { display: block; box-sizing: border-box; width: 100%; height: auto; break-inside: avoid; border: 1px solid #d8dfe0; border-radius: 6px; margin-top: 10px }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
thead { display: table-header-group } tr { break-inside: avoid }
th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid #d8dfe0; text-align: left; overflow-wrap: anywhere }
th { color: #55666a; font-weight: 500 } .end { text-align: right }`;

/** A report as a file of the given format. */
export async function makeReportFile(
  format: ReportFormat,
  id: ReportId,
  cachedReport: CachedReport,
  printPdf: (html: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (format === 'pdf') return printPdf(reportHtml(id, cachedReport));
  if (format === 'csv') return Buffer.from(reportCsv(id, cachedReport), 'utf8');
  const { title, make } = reports[id];
  return reportXlsx(title, make(cachedReport), cachedReport);
}

const formatCell = (key: string, value: unknown): string => {
  if (key === 'day' && typeof value === 'string') return formatShortDay(value);
  return escapeHtml(typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '—'));
};

function formatTable({ title, columns, rows }: ReportTable): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`;
  if (rows.length === 0) return `${heading}<p>No data for this period.</p>`;
  const headerCells = columns.map(({ label, align }) => `<th class="${align ?? ''}">${escapeHtml(label)}</th>`);
  const formatRow = (row: ReportTable['rows'][number]) =>
    `<tr>${columns.map(({ key, align }) => `<td class="${align ?? ''}">${formatCell(key, row[key])}</td>`).join('')}</tr>`;
  return `${heading}<table><thead><tr>${headerCells.join('')}</tr></thead><tbody>${rows.map(formatRow).join('')}</tbody></table>`;
}

type Chart = ReportDocument['charts'][number];
/** Labels days as “Jan 15.” */
const nameDays = (chart: Chart): Chart =>
  chart.kind === 'funnel' || chart.x.key !== 'day'
    ? chart
    : { ...chart, rows: chart.rows.map((row) => ({ ...row, day: formatMonthDay(String(row.day)) })) };

/** A report as an HTML page for printing, without scripts. Its fonts are part of the page. */
export function reportHtml(id: ReportId, cachedReport: CachedReport): string {
  const report = reports[id].make(cachedReport);
  const { period, previous, generatedAt, brand } = cachedReport;
  const dates = formatPeriod(period);
  const asOf = new Date(generatedAt).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:"><title>${escapeHtml(reportTitle(id, cachedReport))}</title><style>${reportStyle}</style></head><body>
${brand ? `<p>${escapeHtml(brand)}</p>\n` : ''}<h1>${escapeHtml(reports[id].title)}</h1>
<p>${escapeHtml(`${dates}, compared with ${formatPeriod(previous)}. Days in ${REPORT_ZONE_LABEL}. Figures as of ${asOf} ET.`)}</p>
<dl>${report.figures.map(({ label, value, unit }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(figureText(value, unit))}</dd></div>`).join('')}</dl>
${report.charts.map((chart) => chartSvg(nameDays(chart), dates)).join('\n')}
${report.tables.map(formatTable).join('\n')}
</body></html>`;
}
