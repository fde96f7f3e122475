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

/** The same guard as a SQL expression. Checking the first character first is cheap and settles most cells. */
export const guardCellSql = (column: string): string =>
  `case when ascii(${column}) in (39, 61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312)
     and ${column} ~ U&'^''*[-=+@\\0009\\000A\\000D\\FF1D\\FF0B\\FF0D\\FF20]' and ${column} !~ '^[+-]{0,1}([0-9]+([.][0-9]+){0,1}|[.][0-9]+)$'
   then '''' || ${column} else nullif(${column}, '') end`;

/** Formats one line of CSV. */
export const formatCsvLine = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells
    .map((cell) => {
      const text = cell == null ? '' : typeof cell === 'string' ? guardCell(cell) : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',')}\n`;
