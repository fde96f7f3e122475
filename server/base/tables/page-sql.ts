import { explainSort, MAX_SORTS, parseSort, type ColumnShape, type SortKey } from '#shared/tables/table-shape.ts';
import { badRequest, Refusal } from '#server/base/http/errors.ts';
import { allOf, SqlText } from './sql-text.ts';
import type { SortSource, TableFilter, TableSource } from './table-source.ts';

interface OrderKey extends SortSource {
  desc: boolean;
}
/** A row's sort values as text, its id last. */
type Cursor = readonly (string | null)[];

export function readSort(source: TableSource, text: string): SortKey[] {
  const keys = parseSort(text);
  for (const { column } of keys) {
    if (!Object.hasOwn(source.shape.columns, column))
      throw new Refusal(400, 'unknown_column', 'This list has no such column.');
  }
  // A repeated column would never decide.
  const distinctKeys = keys.filter(({ column }, index) => keys.findIndex((key) => key.column === column) === index);
  if (distinctKeys.length > MAX_SORTS) throw badRequest(`A list can be sorted by at most ${MAX_SORTS} columns.`);
  const problem = explainSort(source.shape, distinctKeys);
  if (problem !== null) throw new Refusal(400, 'cannot_sort', problem);
  return distinctKeys;
}

const shownSorts = {
  text: { wrap: (sql) => `lower(cast((${sql}) as text)) collate "C"`, type: 'text' },
  number: { wrap: (sql) => `cast((${sql}) as numeric)`, type: 'numeric' },
  money: { wrap: (sql) => `cast((${sql}) as numeric)`, type: 'numeric' },
  flag: { wrap: (sql) => `cast((${sql}) as integer)`, type: 'integer' },
  time: { wrap: (sql) => `(${sql})`, type: 'timestamptz' },
} as const satisfies Record<ColumnShape['kind'], { wrap: (sql: string) => string; type: SortSource['type'] }>;

/** The order that an index keeps, or that of the values which the column shows. */
function sortOf(source: TableSource, column: string): SortSource {
  if (Object.hasOwn(source.sorts, column)) return source.sorts[column]!;
  const { wrap, type } = shownSorts[source.shape.columns[column]!.kind];
  return { sql: wrap(source.columns[column]!), type, nullable: true, isJoined: true };
}

/** The sort columns and the id, which makes the order total. */
export function orderOf(source: TableSource, sorts: readonly SortKey[]): OrderKey[] {
  const keys: OrderKey[] = [];
  const last = sorts.at(-1);
  const secondary = last && sortOf(source, last.column).secondary;
  const isNew = secondary !== undefined && !sorts.some(({ column }) => column === secondary);
  for (const { column, desc } of isNew ? [...sorts, { column: secondary, desc: last!.desc }] : sorts) {
    const sort = sortOf(source, column);
    keys.push({ ...sort, desc });
    // Nothing after the id decides.
    if (sort.sql === source.id) return keys;
  }
  return [...keys, { sql: source.id, type: source.idType ?? 'integer', desc: sorts.at(-1)?.desc ?? true }];
}

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');
export function readCursor(text: string, keys: readonly OrderKey[]): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    const isCursor =
      Array.isArray(cursor) &&
      cursor.length === keys.length &&
      cursor.every((value, index) => typeof value === 'string' || (value === null && keys[index]!.nullable === true));
    if (isCursor) return cursor as Cursor;
  } catch {
    // The refusal below says it.
  }
  throw badRequest('This page of the list doesn’t exist.');
}

/** Whether a row belongs to the list, whatever the filters. */
export const existsSql = (source: TableSource): SqlText =>
  source.exists === undefined
    ? source.base({}, { zone: 'UTC', now: new Date(0), userId: null })
    : new SqlText().add(source.exists);

/** All conditions of a filter. */
export function conditionOf(source: TableSource, { q, filters, ...context }: TableFilter): SqlText {
  const conditions = [source.base(filters, context)];
  for (const [name, values] of Object.entries(filters)) {
    if (!Object.hasOwn(source.filters, name)) throw new Refusal(400, 'unknown_filter', 'This list has no such filter.');
    conditions.push(source.filters[name]!(values, context));
  }
  if (q !== '') conditions.push(source.search(q));
  return allOf(conditions);
}

const isNull = (key: OrderKey, yes = true): SqlText => new SqlText().add(`${key.sql} is ${yes ? '' : 'not '}null`);

interface Part {
  conditions: SqlText[];
  /** Whether rows of the part differ in the first column. */
  hasManyValues: boolean;
}

/**
 * The parts of a list that follow a row, in order. Each part is one range of one index: rows that are equal in some
 * columns and greater in the next, and rows without a value. A single condition for all of them would read every row up to the page.
 */
function partsAfter(keys: readonly OrderKey[], cursor: Cursor | null, nullsFirst: boolean): Part[] {
  const [first] = keys;
  if (cursor === null) {
    if (!first?.nullable) return [{ conditions: [], hasManyValues: true }];
    const parts = [
      { conditions: [isNull(first, false)], hasManyValues: true },
      { conditions: [isNull(first)], hasManyValues: false },
    ];
    return nullsFirst ? parts.toReversed() : parts;
  }
  const parts: Part[] = [];
  const add = (conditions: SqlText[], hasManyValues: boolean) => parts.push({ conditions, hasManyValues });
  for (let depth = keys.length - 1; depth >= 0; depth -= 1) {
    const equal = keys.slice(0, depth).map((key, index) => {
      const value = cursor[index]!;
      return value === null ? isNull(key) : new SqlText().add(`${key.sql} = cast(? as ${key.type})`, value);
    });
    const key = keys[depth]!;
    const value = cursor[depth]!;
    if (value !== null)
      add(
        [...equal, new SqlText().add(`${key.sql} ${key.desc ? '<' : '>'} cast(? as ${key.type})`, value)],
        depth === 0,
      );
    if (key.nullable && value !== null && !nullsFirst) add([...equal, isNull(key)], false);
    if (key.nullable && value === null && nullsFirst) add([...equal, isNull(key, false)], depth === 0);
  }
  return parts;
}

/** Whether the index of the first column has the order of the second, too. */
function continuesIndex(source: TableSource, [first, second]: readonly SortKey[]): boolean {
  if (!first || !second) return true;
  return sortOf(source, first.column).secondary === second.column && first.desc === second.desc;
}

/** The distinct values of a column, one index lookup each. */
const valuesSql = (source: TableSource, column: string, base: SqlText): SqlText =>
  new SqlText()
    .add(`with recursive found (value) as ((select ${column} from ${source.from} where ${column} is not null and `)
    .append(base)
    .add(
      ` order by ${column} limit 1) union all select (select ${column} from ${source.from} where ${column} > found.value and `,
    )
    .append(base)
    .add(
      ` order by ${column} limit 1) from found where found.value is not null) select value from found where value is not null`,
    );

interface PageRequest {
  columns: readonly string[];
  sorts: readonly SortKey[];
  filter: TableFilter;
  /** All rows that may match, or null if they are many. */
  fewIds: readonly number[] | null;
  cursor: Cursor | null;
  /** Reads the rows before the cursor, or the last rows if there is no cursor. */
  backward: boolean;
  limit: number;
}

/** Reads a page of a list, with the sort values of each row as text in `cursor_0`, `cursor_1`, and so on. */
export function pageSql(
  source: TableSource,
  { columns, sorts, filter, fewIds, cursor, backward, limit }: PageRequest,
): SqlText {
  const keys = orderOf(source, sorts);
  const walked = backward ? keys.map((key) => ({ ...key, desc: !key.desc })) : keys;
  const nulls = backward ? 'nulls first' : 'nulls last';
  const orderBy = (names: (index: number) => string) =>
    walked
      .map(({ desc, nullable }, index) => `${names(index)}${desc ? ' desc' : ''}${nullable ? ` ${nulls}` : ''}`)
      .join(', ');
  const matching = conditionOf(source, filter);
  if (fewIds !== null) matching.add(` and ${source.id} = any(cast(? as integer[]))`, fewIds);
  const isSortedPerValue = fewIds === null && walked[0]?.hasFewValues === true && !continuesIndex(source, sorts);
  const from = keys.some(({ isJoined }) => isJoined) ? `${source.from} ${source.joins}` : source.from;
  const sql = new SqlText().add(
    `select ${columns.map((column) => `(${source.columns[column]!}) as "${column}"`).join(', ')}${columns.length > 0 ? ', ' : ''}
     ${keys.map((_key, index) => `cast(page.k${index} as text) as cursor_${index}`).join(', ')}
     from (select * from (`,
  );
  for (const [index, part] of partsAfter(walked, cursor, backward).entries()) {
    if (index > 0) sql.add(' union all ');
    // Within a part the first column has a value everywhere or nowhere, so the plain order is the order of the index.
    const order = walked
      .map(
        ({ desc, nullable }, place) =>
          `${walked[place]!.sql}${desc ? ' desc' : ''}${nullable && place > 0 ? ` ${nulls}` : ''}`,
      )
      .join(', ');
    const columnsSql = keys.map((key, place) => `${key.sql} as k${place}`).join(', ');
    const [first] = walked;
    const isPerValue = isSortedPerValue && part.hasManyValues;
    if (isPerValue)
      sql
        .add('(select one.* from (')
        .append(valuesSql(source, first!.sql, source.base(filter.filters, filter)))
        .add(') value cross join lateral ');
    sql
      .add(`(select ${columnsSql} from ${from} where `)
      .append(allOf([matching, ...part.conditions]))
      .add(isPerValue ? ` and ${first!.sql} = value.value` : '')
      .add(` order by ${order} limit ?)`, limit);
    if (isPerValue) sql.add(` one order by ${orderBy((index) => `k${index}`)} limit ?)`, limit);
  }
  return sql.add(
    `) parts order by ${orderBy((index) => `k${index}`)} limit ?) page
     join ${source.from} on ${source.id} = page.k${keys.length - 1} ${source.joins}
     order by ${orderBy((index) => `page.k${index}`)}`,
    limit,
  );
}

export const countSql = (source: TableSource, filter: TableFilter): SqlText =>
  new SqlText().add(`select count(*) as n from ${source.from} where `).append(conditionOf(source, filter));
