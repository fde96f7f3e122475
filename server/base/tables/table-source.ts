import type { Knex } from 'knex';
import type { FilterValues, TableShape } from '#shared/tables/table-shape.ts';
import type { SqlText } from './sql-text.ts';

/** The facts that filters depend on besides their values. */
export interface FilterContext {
  /** The time zone in which days begin. */
  zone: string;
  now: Date;
  /** Null for reads without a viewer, such as benchmarks. */
  userId: number | null;
}

export interface TableFilter extends FilterContext {
  q: string;
  filters: FilterValues;
}

export type FilterSql = (values: readonly string[], context: FilterContext) => SqlText;

export interface SortSource {
  sql: string;
  type: 'integer' | 'bigint' | 'numeric' | 'text' | 'timestamptz';
  /** It is read from the columns of a row, so the list needs its joins to sort by it. */
  isJoined?: true;
  /** Missing values are last in both directions. */
  nullable?: true;
  /** The column that the same index continues with. It decides between equal values, before the id. */
  secondary?: string;
  /** It has few values, so a list that is sorted further reads the first rows of each value. */
  hasFewValues?: true;
}

/** How a list of the admin panel is read: one per list, next to the queries of its feature. */
export interface TableSource<Shape extends TableShape = TableShape> {
  shape: Shape;
  /** The table that is filtered and sorted, and its alias. */
  from: string;
  id: string;
  /** Defaults to integer. */
  idType?: 'bigint' | 'text';
  /** Joins that only the columns of one page need. */
  joins: string;
  columns: { readonly [Column in keyof Shape['columns']]: string };
  /** The orders that an index keeps. Other columns are sorted by what they show, which reads every matching row. */
  sorts: { readonly [column: string]: SortSource };
  filters: { readonly [Filter in keyof Shape['filters']]: FilterSql };
  /** Conditions that hold unless a filter replaces them, such as not being deleted. */
  base(filters: FilterValues, context: FilterContext): SqlText;
  /** Whether a row still belongs to the list, whatever the filters. Defaults to `base` without filters. */
  exists?: string;
  search(q: string): SqlText;
  /** The total from stored counts, or null if the rows must be counted. */
  storedTotal?(db: Knex, filter: TableFilter): Promise<number | null>;
  /** All rows that may match, if they are few enough to read them all. */
  findFewIds?(db: Knex, filter: TableFilter): Promise<number[] | null>;
}
