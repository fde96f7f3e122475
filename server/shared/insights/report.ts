import type { DailyRow } from './daily.ts';
import type { Period } from './report-zone.ts';

/**
 * A report turns daily rows into a document without a clock or a network, so the server's rows and an offline snapshot
 * give the same result.
 */
export interface Report {
  name: string;
  title: string;
  description: string;
  /** The measures that the report needs. */
  measures: readonly string[];
  make(input: ReportInput): ReportDocument;
}
export interface ReportInput {
  period: Period;
  previous: Period;
  rows: readonly DailyRow[];
  previousRows: readonly DailyRow[];
}
export interface ReportFigure {
  label: string;
  /** Null if the value is unknown. */
  value: number | null;
  previous: number | null;
  unit: 'count' | 'percent' | 'seconds';
  note?: string;
}
export interface ReportChart {
  kind: 'line' | 'bar';
  title: string;
  unit: string;
  x: { key: string; label: string };
  series: { key: string; label: string }[];
  rows: Record<string, string | number | null>[];
}
export interface ReportFunnel {
  kind: 'funnel';
  title: string;
  unit: string;
  steps: { label: string; value: number }[];
}
export interface ReportTable {
  title: string;
  columns: { key: string; label: string; align?: 'end' }[];
  rows: Record<string, string | number | null>[];
}
export interface ReportDocument {
  figures: ReportFigure[];
  charts: (ReportChart | ReportFunnel)[];
  tables: ReportTable[];
}

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
export function figureText(value: number | null, unit: ReportFigure['unit']): string {
  if (value === null) return '—';
  if (unit === 'percent') return `${numberFormat.format(value * 100)}%`;
  if (unit === 'seconds') return duration(value);
  return numberFormat.format(value);
}
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Formats a CSV cell. An apostrophe in front keeps spreadsheets from running a formula. */
function cell(value: string | number | null | undefined): string {
  const plain = value == null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
export const toCsv = (tables: readonly ReportTable[]): string =>
  tables
    .map(({ title, columns, rows }) =>
      [
        ...(tables.length > 1 ? [cell(title)] : []),
        columns.map(({ label }) => cell(label)).join(','),
        ...rows.map((row) => columns.map(({ key }) => cell(row[key])).join(',')),
      ].join('\r\n'),
    )
    .join('\r\n\r\n') + '\r\n';
