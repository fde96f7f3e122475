import type { Knex } from 'knex';
import type { FilterValues, TableShape } from '#contract/table-shape.ts';
import type { SqlText } from './sql-text.ts';

export interface TableFilter {
  q: string;
  filters: FilterValues;
  /** The time zone in which the days of filters begin. */
  zone: string;
}

/** An order that an index keeps. */
export interface SortSource {
  sql: string;
  type: 'integer' | 'text' | 'timestamptz';
  /** Missing values are last in both directions. */
  nullable?: true;
  /** The column that the same index continues with. It decides between equal values, before the id. */
  secondary?: string;
}

/** How a list of the admin panel is read: one per list, next to the queries of its feature. */
export interface TableSource<Shape extends TableShape = TableShape> {
  shape: Shape;
  /** The table that is filtered and sorted, and its alias. */
  from: string;
  id: string;
  /** Joins that only the columns of one page need. */
  joins: string;
  columns: { readonly [Column in keyof Shape['columns']]: string };
  sorts: { readonly [column: string]: SortSource };
  filters: { readonly [Filter in keyof Shape['filters']]: (values: readonly string[], zone: string) => SqlText };
  /** Conditions that hold unless a filter replaces them, such as not being deleted. */
  base(filters: FilterValues): SqlText;
  search(q: string): SqlText;
  /** The total from stored counts, or null if the rows must be counted. */
  storedTotal?(db: Knex, filter: TableFilter): Promise<number | null>;
}
