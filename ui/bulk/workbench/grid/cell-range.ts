import Papa from 'papaparse';

interface Cell {
  row: number;
  column: number;
}
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const rangeOf = (a: Cell, b: Cell): CellRange => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

/** The text that spreadsheets copy and paste: a tab between cells, and quotes around those with tabs, quotes, or line breaks. */
export const formatCells = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse(rows as string[][], { delimiter: '\t', newline: '\n' });

export const parseCells = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data;

interface CellEdit {
  row: number;
  column: number;
  value: string;
}

/** The edits that paste a table into a range. A lone cell fills the range, and a table begins at its first cell. */
export function listEdits(
  table: readonly (readonly string[])[],
  range: CellRange,
  rows: number,
  columns: number,
): CellEdit[] {
  const isFill = table.length === 1 && table[0]!.length === 1;
  const bottom = isFill ? range.bottom : Math.min(rows, range.top + table.length) - 1;
  const edits: CellEdit[] = [];
  for (let row = range.top; row <= bottom; row++) {
    const cells = isFill ? Array<string>(range.right - range.left + 1).fill(table[0]![0]!) : table[row - range.top]!;
    for (const [offset, value] of cells.entries())
      if (range.left + offset < columns) edits.push({ row, column: range.left + offset, value });
  }
  return edits;
}
