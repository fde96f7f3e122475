import { figureText, toCsv, type ReportDocument, type ReportInput, type ReportTable } from '#contract/report.ts';
import { chartSvg } from '#contract/report-svg.ts';
import { REPORT_ZONE_LABEL } from '#contract/report-zone.ts';
import { reports, type ReportId } from '#contract/reports.ts';

export type Kept = ReportInput & { generatedAt: string };

export const titleOf = (id: ReportId, { period }: Kept): string =>
  `${reports[id].title} ${period.from} to ${period.to}`;

const figuresOf = (made: ReportDocument): ReportTable => ({
  title: 'Figures',
  columns: [
    { key: 'label', label: 'Figure' },
    { key: 'value', label: 'Value' },
    { key: 'previous', label: 'Before' },
  ],
  rows: made.figures.map(({ label, value, previous }) => ({ label, value, previous })),
});

/** All of a report as one CSV file: its figures, then its tables. */
export function reportCsv(id: ReportId, kept: Kept): string {
  const made = reports[id].make(kept);
  return `\ufeff${toCsv([figuresOf(made), ...made.tables])}`;
}

const escape = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
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

/** All of a report as a page to print. Nothing in it runs or is fetched. */
export function reportHtml(id: ReportId, kept: Kept): string {
  const made = reports[id].make(kept);
  const { period, previous, generatedAt } = kept;
  const about = `${period.from} to ${period.to}`;
  const asOf = new Date(generatedAt).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const table = ({ title, columns, rows }: ReportTable) =>
    `<h2>${escape(title)}</h2>${
      rows.length === 0
        ? '<p>Nothing in this period.</p>'
        : `<table><thead><tr>${columns.map(({ label, align }) => `<th class="${align ?? ''}">${escape(label)}</th>`).join('')}</tr></thead><tbody>${rows
            .map(
              (row) =>
                `<tr>${columns
                  .map(({ key, align }) => {
                    const value = row[key];
                    return `<td class="${align ?? ''}">${escape(typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '—'))}</td>`;
                  })
                  .join('')}</tr>`,
            )
            .join('')}</tbody></table>`
    }`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escape(titleOf(id, kept))}</title><style>${style}</style></head><body>
<h1>${escape(reports[id].title)}</h1>
<p>${escape(`${about}, compared with ${previous.from} to ${previous.to}. Days in ${REPORT_ZONE_LABEL}. Figures as of ${asOf} ET.`)}</p>
<dl>${made.figures.map(({ label, value, unit }) => `<div><dt>${escape(label)}</dt><dd>${escape(figureText(value, unit))}</dd></div>`).join('')}</dl>
${made.charts.map((chart) => chartSvg(chart, about)).join('\n')}
${made.tables.map(table).join('\n')}
</body></html>`;
}
