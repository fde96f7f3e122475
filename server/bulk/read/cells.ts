/**
 * A spreadsheet runs a cell as a formula if it starts with = + - @, a tab, a line break, or the full-width form of a sign. An
 * apostrophe in front makes it text. Cells with such an apostrophe get another, so that removing one always restores the
 * original. Plain numbers are safe.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+(\.\d+)?|\.\d+)$/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

export const guardCell = (cell: string): string => (formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell);

export function unguardCell(cell: string): string {
  return cell.charCodeAt(0) === 39 && guarded.test(cell) ? cell.slice(1) : cell;
}

/** Reads a cell without its guard, and the text of ="02118", which keeps a spreadsheet from removing zeros. */
export function readCell(cell: string): string {
  if (cell.charCodeAt(0) !== 61) return unguardCell(cell);
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

/** Formats one line of CSV. */
export const formatCsvLine = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells
    .map((cell) => {
      const text = cell == null ? '' : typeof cell === 'string' ? guardCell(cell) : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',')}\n`;
