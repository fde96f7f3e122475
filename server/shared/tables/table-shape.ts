import type { BulkField } from '../listings/bulk-fields.ts';
import type { Permission } from '../permissions.ts';

/** The columns, filters, and actions of a list of the admin panel, as data for the server and the screen. Free of zod. */
export interface TableShape {
  /** The permission to read the list. */
  reading: Permission;
  /** The permission to change its rows with the actions. */
  changing: Permission;
  columns: Record<string, ColumnShape>;
  filters: Record<string, FilterShape>;
  actions: Record<string, ActionShape>;
  /** The columns of a list that no one has changed. */
  defaultColumns: readonly string[];
  /** The column above the others on phones, if it is shown. Otherwise it is the first one. */
  phoneTitle?: string;
  /** The columns below it on phones, if they are shown. */
  phoneColumns: readonly string[];
  /** Column ids, separated by commas. A minus sign sorts in descending order. */
  defaultSort: string;
}

export interface ColumnShape {
  label: string;
  /** Money is in cents. */
  kind: 'text' | 'number' | 'flag' | 'time' | 'money';
  /** The only columns that may come next in a sort, because indexes continue with them. Missing if any may. */
  followedBy?: readonly string[];
  /** The width in pixels. */
  width: number;
}

export type FilterShape = {
  label: string;
  /** The screen has a control of its own for it, so it is neither offered nor shown as a chip. */
  hidden?: true;
} & (
  | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
  | { kind: 'flag'; yes: string; no: string }
  | { kind: 'text'; hint: string }
  | { kind: 'days' }
  | { kind: 'numbers' }
);

export interface ActionShape {
  label: string;
  /** The verb of the button that applies it, such as "Verify 300 listings". */
  verb: string;
  danger?: true;
  canUndo: boolean;
  /** Explains the effect before it is applied. */
  effect: string;
  /** The list from which a value is chosen. */
  choices?: 'practiceTypes' | 'services' | 'assignees';
  /** The fields of which one is set to a value. */
  fields?: readonly BulkField[];
}

/** The number of rows on a page of a list. */
export const TABLE_PAGE = 100;
/** Sorting by more columns would show no difference. */
export const MAX_SORTS = 3;
/** The largest number of rows that one action may change. */
export const MAX_BULK_ROWS = 50_000;

export interface SortKey {
  column: string;
  desc: boolean;
}
export const parseSort = (text: string): SortKey[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((word) => (word.startsWith('-') ? { column: word.slice(1), desc: true } : { column: word, desc: false }));
export const formatSort = (sorts: readonly SortKey[]): string =>
  sorts.map(({ column, desc }) => `${desc ? '-' : ''}${column}`).join(',');

/** Values of filters by their id. A list of values means any of them. */
export type FilterValues = Record<string, readonly string[]>;

const inWords = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Says which columns can't be combined in a sort. Null if all can. */
export function explainSort({ columns }: TableShape, sorts: readonly SortKey[]): string | null {
  for (const [index, { column }] of sorts.entries()) {
    const next = sorts[index + 1];
    const { label, followedBy } = columns[column] ?? {};
    if (next && followedBy && !followedBy.includes(next.column))
      return `A list sorted by ${label} can only be sorted further by ${inWords.format(followedBy.map((id) => columns[id]!.label))}.`;
  }
  return null;
}
