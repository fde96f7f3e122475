import type { TableName } from '#shared/tables/table-list.ts';
import type { TestApp } from '#server/test/app.ts';

export interface Viewer {
  userId: number;
  now: Date;
}
export interface BaseRow {
  id: number | string;
}
type SortValue = string | number | null;

/** A list as plain rows and functions, which the queries of the list must agree with. */
export interface PlainTable<Row extends BaseRow = BaseRow> {
  name: TableName;
  seed: (app: TestApp, viewer: Viewer) => Promise<void>;
  /** Selects every row. */
  sql: string;
  /** The rows that show without a filter. Defaults to all. */
  shown?: (row: Row, viewer: Viewer) => boolean;
  /** Filters that replace `shown`. */
  replacing?: readonly string[];
  sorts: Record<string, (row: Row) => SortValue>;
  filters: readonly [name: string, values: string[], matches: (row: Row, viewer: Viewer) => boolean][];
  searches: readonly [q: string, matches: (row: Row) => boolean][];
}

export const plainTable = <Row extends BaseRow>(table: PlainTable<Row>): PlainTable => table as unknown as PlainTable;

/** The same values on every run. */
export const pick = <T>(n: number, values: readonly T[]): T => values[((n * 7919) % 104_729) % values.length]!;
export const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';
export const time = (date: Date | null): number | null => date?.getTime() ?? null;
export const has = (text: string | null, part: string): boolean => (text ?? '').toLowerCase().includes(part);

/** A time on one of the first days of 2026. */
export const at = (n: number, days: readonly number[] = [1, 2, 2, 3, 15]): Date =>
  new Date(Date.UTC(2026, 0, pick(n, days), pick(n + 3, [0, 5, 23]), pick(n + 7, [0, 30])));

/** Removes what an earlier table or a migration left, and adds rows. */
export async function fill(app: TestApp, table: string, rows: readonly object[]): Promise<number[]> {
  const inserted = (await app.deps.db(table).insert(rows).returning('id')) as { id: number }[];
  return inserted.map(({ id }) => id);
}

/** The sorts and orders of a list, checked by plain comparison. Missing values are last, and the id decides in the end. */
export function sorted<Row extends BaseRow>(
  list: readonly Row[],
  sort: string,
  sorts: Record<string, (row: Row) => SortValue>,
): (number | string)[] {
  const keys = sort.split(',').map((word) => ({ key: sorts[word.replace('-', '')]!, desc: word.startsWith('-') }));
  const byId = { key: (row: Row) => row.id, desc: keys.at(-1)!.desc };
  return list
    .toSorted((a, b) => {
      for (const { key, desc } of [...keys, byId]) {
        const [x, y] = [key(a), key(b)];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return (x < y ? -1 : 1) * (desc ? -1 : 1);
      }
      return 0;
    })
    .map(({ id }) => id);
}
