import type { ImportColumn } from '#contract/bulk/bulk.ts';

/** A field that a column lost because another one took it. */
export interface TakenField {
  field: string;
  from: string;
  /** The columns before, to give it back. */
  columns: ImportColumn[];
}

/** Maps a column. A field has one column, so the one that had it before is left out. */
export function chooseField(
  columns: readonly ImportColumn[],
  index: number,
  field: string | null,
): { columns: ImportColumn[]; taken: TakenField | null } {
  const previous = field === null ? -1 : columns.findIndex((column, at) => at !== index && column.field === field);
  return {
    columns: columns.map((column, at): ImportColumn => {
      if (at === index) return { ...column, field, how: 'chosen' };
      return at === previous ? { ...column, field: null, how: 'none' } : column;
    }),
    taken: previous === -1 ? null : { field: field!, from: columns[previous]!.header, columns: [...columns] },
  };
}

/** Columns without a field first, because each is either a mistake or left out on purpose. */
export const unmappedFirst = <T extends { field: string | null }>(
  columns: readonly T[],
): { column: T; index: number }[] => {
  const indexed = columns.map((column, index) => ({ column, index }));
  return [
    ...indexed.filter(({ column }) => column.field === null),
    ...indexed.filter(({ column }) => column.field !== null),
  ];
};

/** How sure the mapping of a column is. */
export const confidenceLabels: Record<ImportColumn['how'], string> = {
  exact: 'Same name',
  known: 'Known name',
  remembered: 'As last time',
  chosen: 'Your choice',
  repeated: 'Field already used',
  none: 'Not imported',
};
