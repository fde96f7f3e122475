/**
 * A spreadsheet runs a cell that starts with = + - @, a tab or a line end, or with the full-width forms of the signs. An
 * apostrophe in front keeps it text. Cells that already start with apostrophes before such a sign get one more, so that
 * taking one away always gives back exactly what was there. Plain numbers are nothing to run.
 */
const runs = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+(\.\d+)?|\.\d+)$/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

export const guardCell = (cell: string): string => (runs.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell);

export function unguardCell(cell: string): string {
  return cell.charCodeAt(0) === 39 && guarded.test(cell) ? cell.slice(1) : cell;
}

/** The same guard in SQL, for a column of text; the cheap look at the first character spares most cells the rest. */
export const guardSql = (column: string): string =>
  `case when ascii(${column}) in (39, 61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312)
     and ${column} ~ U&'^''*[-=+@\\0009\\000A\\000D\\FF1D\\FF0B\\FF0D\\FF20]' and ${column} !~ '^[+-]{0,1}([0-9]+([.][0-9]+){0,1}|[.][0-9]+)$'
   then '''' || ${column} else nullif(${column}, '') end`;

/** One line of CSV as we write them ourselves. */
export const csvLine = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells
    .map((cell) => {
      const text = cell == null ? '' : typeof cell === 'string' ? guardCell(cell) : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',')}\n`;
