import type { ReactNode } from 'react';
import type { ColumnShape } from '#shared/tables/table-shape.ts';
import type { TableRow } from '#contract/tables/tables.ts';
import { formatDollars, formatNumber, formatShortLocalDate } from '#ui/kit/format.ts';

export type CellValue = TableRow[string];

/** The text of a cell for which its list has no renderer. */
export function cellText(kind: ColumnShape['kind'], value: CellValue | undefined): ReactNode {
  if (value === null || value === undefined || value === '') return '—';
  if (kind === 'time') return formatShortLocalDate(String(value));
  if (kind === 'money') return formatDollars(Number(value) / 100);
  if (kind === 'flag') return value === true ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  return String(value);
}
