/**
 * What a day's counting leaves behind, and how to add it up. Plain data and plain functions: the server, the browser and
 * the desktop without a connection all use these.
 */
export interface DailyRow {
  day: string;
  measure: string;
  /** What the measure is broken down by, or ''. */
  key: string;
  n: number;
}

export const sumMeasure = (rows: readonly DailyRow[], measure: string, key?: string): number =>
  rows.reduce((sum, row) => (row.measure === measure && (key === undefined || row.key === key) ? sum + row.n : sum), 0);

/** Largest first; equal ones by name. */
export function groupByKey(rows: readonly DailyRow[], measure: string): { key: string; n: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) if (row.measure === measure) sums.set(row.key, (sums.get(row.key) ?? 0) + row.n);
  return [...sums].map(([key, n]) => ({ key, n })).toSorted((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1));
}

/** A value for each of the days, zero where nothing was counted. */
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

/** Null where there is nothing to divide by: that is unknown, not zero. */
export const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
