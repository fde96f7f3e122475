import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import type { ReportDocument, ReportTable } from '#shared/insights/report.ts';
import type { Period } from '#shared/insights/report-zone.ts';
import { formatPeriod } from './report-dates.ts';

const formats = { count: '#,##0.##', percent: '0.0%', seconds: 'mm:ss', day: 'mmm d, yyyy' } as const;

const header = (value: string): CellObject => ({ value, fontWeight: 'bold' });

/** Texts stay texts, because a text that begins like a formula must not be calculated. */
function toCell(key: string, value: string | number | null | undefined): CellObject | null {
  if (value == null) return null;
  if (typeof value === 'number') return { value, format: formats.count };
  const isDay = key === 'day' && /^\d{4}-\d\d-\d\d$/.test(value);
  return isDay ? { value: new Date(`${value}T00:00:00Z`), format: formats.day } : { value, type: String };
}

const tableCells = ({ columns, rows }: ReportTable): SheetData => [
  columns.map(({ label }) => header(label)),
  ...rows.map((row) => columns.map(({ key }) => toCell(key, row[key]))),
];

function figureCells(title: string, { figures }: ReportDocument, period: Period, previous: Period): SheetData {
  const toFigure = (value: number | null, unit: 'count' | 'percent' | 'seconds'): CellObject | null =>
    value === null ? null : { value: unit === 'seconds' ? value / 86_400 : value, format: formats[unit] };
  return [
    [{ value: title, fontWeight: 'bold', fontSize: 16 }],
    [],
    [header('Figure'), header(formatPeriod(period)), header(formatPeriod(previous))],
    ...figures.map(({ label, value, previous: before, unit }) => [
      label,
      toFigure(value, unit),
      toFigure(before, unit),
    ]),
  ];
}

/** As wide as the longest text, within limits. The title may run over. */
function columnWidths(data: SheetData): { width: number }[] {
  const rows = data.filter((row) => row.length > 1);
  const textOf = (cell: SheetData[number][number]) => String((cell as CellObject | null)?.value ?? cell ?? '');
  return Array.from({ length: Math.max(1, ...rows.map(({ length }) => length)) }, (_, column) => ({
    width: Math.min(60, Math.max(12, ...rows.map((row) => textOf(row[column]).length + 2))),
  }));
}

const toSheet = (title: string, data: SheetData, stickyRowsCount: number) => ({
  // A sheet's name has at most 31 characters, and some are not allowed.
  sheet: title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
  data,
  columns: columnWidths(data),
  stickyRowsCount,
});

/** A report as a workbook: one sheet for the figures, and one for each table. */
export const reportXlsx = (
  title: string,
  report: ReportDocument,
  { period, previous }: { period: Period; previous: Period },
): Promise<Buffer> =>
  writeXlsxFile([
    toSheet('Figures', figureCells(title, report, period, previous), 3),
    ...report.tables.map((table) => toSheet(table.title, tableCells(table), 1)),
  ]).toBuffer();
