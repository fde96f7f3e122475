/** Splits a row of quoted cells. Null if the row isn't whole. Cells of the registry hold no quotes or line breaks, so one split is usually enough. */
export function splitRow(text: string, count: number): string[] | null {
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  if (text.charCodeAt(0) === 34 && text.charCodeAt(end - 1) === 34) {
    const cells = text.slice(1, end - 1).split('","');
    if (cells.length === count && cells.every((cell) => !cell.includes('"'))) return cells;
  }
  const cells = parseCells(text.slice(0, end));
  return cells?.length === count ? cells : null;
}

/** Parses quoted and plain cells of one row. Null for a quotation mark that isn't closed. */
export function parseCells(text: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; ;) {
    if (text.charCodeAt(at) === 34) {
      let end = text.indexOf('"', at + 1);
      while (end !== -1 && text.charCodeAt(end + 1) === 34) end = text.indexOf('"', end + 2);
      if (end === -1) return null;
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length : comma;
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at >= text.length) return cells;
    if (text.charCodeAt(at) !== 44) return null;
    at++;
  }
}
