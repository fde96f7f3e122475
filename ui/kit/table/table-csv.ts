import type { RowData } from '@tanstack/react-table';
import { createContext, isValidElement, type ReactNode } from 'react';
import type { Column } from './table-model.ts';

/** Saves a table as a file. Hosts that can't leave it unset, and tables then offer no button. */
export const TableSaving = createContext<((name: string, csv: AsyncIterable<string>) => Promise<void>) | null>(null);

/** The displayed text of a cell. */
function wordsOf(node: ReactNode): string {
  if (node == null || typeof node === 'boolean') return '';
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (isValidElement(node)) {
    const { children, label } = node.props as { children?: ReactNode; label?: ReactNode; 'aria-label'?: string };
    return wordsOf(children ?? label ?? (node.props as { 'aria-label'?: string })['aria-label']);
  }
  return Symbol.iterator in Object(node) ? Array.from(node as Iterable<ReactNode>, wordsOf).join('') : '';
}

/** Escapes formulas with an apostrophe. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Streams a table as CSV with the text shown on screen. Columns without a header hold only buttons and are left out. */
export async function* tableCsv<Row extends RowData>(
  columns: readonly Column<Row>[],
  pieces: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const namedColumns = columns.filter(({ header }) => wordsOf(header) !== '');
  const line = (cells: string[]) => `${cells.map(cellOf).join(',')}\r\n`;
  yield `\ufeff${line(namedColumns.map(({ header }) => wordsOf(header)))}`;
  for await (const rows of pieces)
    yield rows
      .map((row) => line(namedColumns.map(({ cell, words }) => words?.(row) ?? wordsOf(cell(row)).replace(/^—$/, ''))))
      .join('');
}
