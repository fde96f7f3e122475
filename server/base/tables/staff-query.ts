import { escapeLike } from '../db/escape-like.ts';
import { allOf, SqlText } from './sql-text.ts';

/** The ways in which staff may mean what they typed. */
export interface StaffQuery {
  /** As it was typed. The ids of Stripe are case-sensitive. */
  typed: string;
  /** In lowercase. */
  text: string;
  /** Words in lowercase, the longest first. */
  words: string[];
  /** An id, from "42" or "#42". */
  id: number | null;
  /** Ten digits of a phone number or of an NPI. */
  digits: string | null;
  email: string | null;
}

export interface FoundRow {
  id: number;
  label: string;
  detail: string | null;
}

/** The number of results of each kind. */
export const FOUND_LIMIT = 5;
const MAX_WORDS = 6;

export function readStaffQuery(text: string): StaffQuery {
  const typed = text.trim();
  const q = typed.toLowerCase();
  const digits = q.replace(/\D/g, '');
  const isNumber = /^[\d\s().+-]+$/.test(q);
  return {
    typed,
    text: q,
    words: q
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, MAX_WORDS)
      .toSorted((a, b) => b.length - a.length),
    id: /^#?\d{1,9}$/.test(q) ? Number(digits) : null,
    digits: isNumber && digits.length >= 10 ? digits.slice(-10) : null,
    email: q.includes('@') ? q : null,
  };
}

/** Rows that have every word in one of the columns, in any order. The columns are in lowercase, with an index of trigrams. */
export const containsWords = (columns: readonly string[], { words }: Pick<StaffQuery, 'words'>): SqlText =>
  allOf(
    words.map((word) =>
      new SqlText().add(
        `(${columns.map((column) => `${column} like ?`).join(' or ')})`,
        ...columns.map(() => `%${escapeLike(word)}%`),
      ),
    ),
  );

/**
 * Lists the newest rows that match any of the conditions, for use with `in`. Each condition uses its own index and refers to the
 * rows as `t`; a single `or` would scan the table.
 */
export function newestOf(table: string, conditions: readonly SqlText[], order = 't.id'): SqlText {
  const sql = new SqlText().add('(');
  for (const [index, condition] of conditions.entries())
    sql
      .add(`${index === 0 ? '' : ' union '}(select t.id from ${table} t where `)
      .append(condition)
      .add(` order by ${order} desc limit ?)`, FOUND_LIMIT);
  return sql.add(')');
}
