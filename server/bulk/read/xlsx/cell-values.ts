const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Formats a serial date as 2026-03-01, with the time if it has one, or as 09:30 if it is a time of day. */
export function formatSerialDate(serial: number, uses1904: boolean): string {
  // Excel counts February 29, 1900, which did not exist.
  const days = !uses1904 && serial < 60 ? serial + 1 : serial;
  const at = new Date((uses1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * DAY_MS));
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)];
  if (serial >= 0 && serial < 1) return time;
  return Number.isInteger(serial) ? day : `${day} ${time}`;
}

/** The number as people see it: without the digits that binary fractions add. */
export function formatNumberCell(text: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) < 1e21 && Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}

/** Ids of built-in number formats that show dates or times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? dateFormats.has(id)
    : /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi, '')) && !/^general$/i.test(code);

/** The index of the column in a reference such as "AB12". */
export function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    index = index * 26 + code - 64;
  }
  return index - 1;
}
