import { groupByDay, groupByKey, ratio, sumMeasure, type DailyRow } from '../daily.ts';
import { listDays, type Period } from '../report-zone.ts';
import type { ReportChart, ReportFigure, ReportInput, ReportTable } from '../report.ts';

/** A sum over the period, compared with the period before. */
export const countFigure = (label: string, { rows, previousRows }: ReportInput, measure: string, key?: string) =>
  ({
    label,
    value: sumMeasure(rows, measure, key),
    previous: sumMeasure(previousRows, measure, key),
    unit: 'count',
  }) satisfies ReportFigure;

/** Divides two sums, and compares the ratio with the period before. */
export const ratioFigure = (
  label: string,
  { rows, previousRows }: ReportInput,
  unit: ReportFigure['unit'],
  part: (rows: readonly DailyRow[]) => number,
  whole: (rows: readonly DailyRow[]) => number,
): ReportFigure => ({
  label,
  value: ratio(part(rows), whole(rows)),
  previous: ratio(part(previousRows), whole(previousRows)),
  unit,
});

/** A column of the table by day: its key, its label, and what it counts. */
type DayColumn = readonly [key: string, label: string, measure: string, measureKey?: string];

/** Makes a row for each day of the period. */
export function tabulateDays(rows: readonly DailyRow[], period: Period, columns: readonly DayColumn[]) {
  const days = listDays(period.from, period.to);
  const counts = columns.map(([, , measure, measureKey]) => groupByDay(rows, days, measure, measureKey));
  return days.map((day, at) => ({
    day,
    ...Object.fromEntries(columns.map(([key], column) => [key, counts[column]![at]!])),
  }));
}

export const dayTable = (rows: ReportTable['rows'], columns: readonly DayColumn[]): ReportTable => ({
  title: 'By day',
  columns: [{ key: 'day', label: 'Day' }, ...columns.map(([key, label]) => ({ key, label, align: 'end' as const }))],
  rows,
});

export const dayChart = (
  kind: ReportChart['kind'],
  title: string,
  unit: string,
  rows: ReportChart['rows'],
  columns: readonly DayColumn[],
): ReportChart => ({
  kind,
  title,
  unit,
  x: { key: 'day', label: 'Day' },
  series: columns.map(([key, label]) => ({ key, label })),
  rows,
});

/** The largest groups of a measure, each with its share. */
export function shareTable(
  rows: readonly DailyRow[],
  measure: string,
  { title, label, unit, most = 25, nameOf = (key) => key }: ShareOptions,
): ReportTable {
  const total = sumMeasure(rows, measure);
  return {
    title,
    columns: [
      { key: 'name', label },
      { key: 'n', label: unit, align: 'end' },
      { key: 'share', label: 'Share', align: 'end' },
    ],
    rows: groupByKey(rows, measure)
      .slice(0, most)
      .map(({ key, n }) => ({ name: nameOf(key), n, share: `${Math.round((n / total) * 1_000) / 10}%` })),
  };
}
interface ShareOptions {
  title: string;
  label: string;
  /** The label of the counts, such as “Visits.” */
  unit: string;
  most?: number;
  nameOf?: (key: string) => string;
}

/** A bar for each of the largest groups. */
export const shareChart = (
  rows: readonly DailyRow[],
  measure: string,
  { title, label, unit, most = 8, nameOf = (key) => key }: ShareOptions,
): ReportChart => ({
  kind: 'bar',
  title,
  unit: unit.toLowerCase(),
  x: { key: 'name', label },
  series: [{ key: 'n', label: unit }],
  rows: groupByKey(rows, measure)
    .slice(0, most)
    .map(({ key, n }) => ({ name: nameOf(key), n })),
});

/** “sign_up” becomes “Sign up”. */
export const toLabel = (key: string): string => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
