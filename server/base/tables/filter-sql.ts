import { badRequest } from '#server/base/http/errors.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { SqlText } from './sql-text.ts';
import type { FilterContext, FilterSql } from './table-source.ts';

/** Conditions of the filter kinds. */

export const isAnyOf = (sql: string, values: readonly string[]): SqlText =>
  values.length === 1
    ? new SqlText().add(`${sql} = ?`, values[0])
    : new SqlText().add(`${sql} = any(cast(? as text[]))`, values);

/** "1" is yes, "0" is no. */
export const isFlagged = (values: readonly string[], yes: string, no: string): SqlText =>
  new SqlText().add(values[0] === '0' ? no : yes);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** "2026-01-01..2026-01-31" includes both days, in the viewer's zone. Either end may be missing. */
export function isInDays(column: string, values: readonly string[], { zone }: Pick<FilterContext, 'zone'>): SqlText {
  const [from = '', to = ''] = (values[0] ?? '').split('..');
  for (const day of [from, to]) if (day !== '' && !isDay(day)) throw badRequest('Please enter a date as YYYY-MM-DD.');
  const sql = new SqlText().add('true');
  if (from) sql.add(` and ${column} >= cast(cast(? as date) as timestamp) at time zone ?`, from, zone);
  if (to) sql.add(` and ${column} < (cast(cast(? as date) as timestamp) + interval '1 day') at time zone ?`, to, zone);
  return sql;
}

/** "3..4.5" includes both numbers. Either end may be missing. */
function isInNumbers(column: string, [value = '']: readonly string[]): SqlText {
  const [from = '', to = ''] = value.split('..');
  for (const number of [from, to])
    if (number !== '' && !/^\d{1,9}(\.\d{1,2})?$/.test(number))
      throw badRequest('Please enter a number such as 4 or 4.5.');
  const sql = new SqlText().add('true');
  if (from) sql.add(` and ${column} >= cast(? as numeric)`, from);
  if (to) sql.add(` and ${column} <= cast(? as numeric)`, to);
  return sql;
}

/*
 * The same as filters of a column.
 */

export const choiceOf =
  (column: string): FilterSql =>
  (values) =>
    isAnyOf(column, values);

/** `yes` is true or false for every row, never null. */
export const flagOf =
  (yes: string): FilterSql =>
  (values) =>
    isFlagged(values, `(${yes})`, `not (${yes})`);

export const daysOf =
  (column: string): FilterSql =>
  (values, context) =>
    isInDays(column, values, context);

export const numbersOf =
  (column: string): FilterSql =>
  (values) =>
    isInNumbers(column, values);

const like = (text: string): string => `%${escapeLike(text.trim().toLowerCase())}%`;

/** Rows that contain the typed text in one of the columns. */
export const textOf =
  (...columns: string[]): FilterSql =>
  ([value = '']) =>
    containsText(columns, value);

function containsText(columns: readonly string[], text: string): SqlText {
  const tests = columns.map((column) => `lower(${column}) like ?`);
  return new SqlText().add(`(${tests.join(' or ')})`, ...columns.map(() => like(text)));
}

/** Searches columns for a text. A number finds the row of that id, too. */
export const searchOf =
  (id: string, ...columns: string[]) =>
  (q: string): SqlText => {
    const [, number] = /^#?(\d{1,9})$/.exec(q.trim()) ?? [];
    if (number === undefined) return containsText(columns, q);
    const sql = new SqlText().add(`(${id} = cast(? as integer)`, number);
    return q.trim().startsWith('#') ? sql.add(')') : sql.add(' or ').append(containsText(columns, q)).add(')');
  };
