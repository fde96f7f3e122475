import { badRequest } from '#server/http/errors.ts';
import { SqlText } from './sql-text.ts';

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
export function isInDays(column: string, values: readonly string[], zone: string): SqlText {
  const [from = '', to = ''] = (values[0] ?? '').split('..');
  for (const day of [from, to]) if (day !== '' && !isDay(day)) throw badRequest('Please enter a date as YYYY-MM-DD.');
  const sql = new SqlText().add('true');
  if (from) sql.add(` and ${column} >= cast(cast(? as date) as timestamp) at time zone ?`, from, zone);
  if (to) sql.add(` and ${column} < (cast(cast(? as date) as timestamp) + interval '1 day') at time zone ?`, to, zone);
  return sql;
}
