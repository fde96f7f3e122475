/** A figure of a closed day. The server, the browser, and the offline console all sum up these rows. */
export interface DailyRow {
  day: string;
  measure: string;
  /** The value that the measure is broken down by, or ''. */
  key: string;
  n: number;
}

export const sumMeasure = (rows: readonly DailyRow[], measure: string, key?: string): number =>
  rows.reduce((sum, row) => (row.measure === measure && (key === undefined || row.key === key) ? sum + row.n : sum), 0);

/** Sums by key, the largest first, then by key. */
export function groupByKey(rows: readonly DailyRow[], measure: string): { key: string; n: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) if (row.measure === measure) sums.set(row.key, (sums.get(row.key) ?? 0) + row.n);
  return [...sums].map(([key, n]) => ({ key, n })).toSorted((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1));
}

/** A value for each day, zero if nothing was counted. */
export function groupByDay(
  rows: readonly DailyRow[],
  days: readonly string[],
  measure: string,
  key?: string,
): number[] {
  const sums = new Map<string, number>();
  for (const row of rows)
    if (row.measure === measure && (key === undefined || row.key === key))
      sums.set(row.day, (sums.get(row.day) ?? 0) + row.n);
  return days.map((day) => sums.get(day) ?? 0);
}

/** Null if the whole is zero, because the ratio is then unknown. */
export const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
