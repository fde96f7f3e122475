import type { ImportColumn } from '#contract/bulk/bulk.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';

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
      if (at === index) return { header: column.header, field, how: 'chosen' };
      return at === previous ? { header: column.header, field: null, how: 'none' } : column;
    }),
    taken: previous === -1 ? null : { field: field!, from: columns[previous]!.header, columns: [...columns] },
  };
}

/** From this share of suiting cells on, a column needs no second look. */
const SURE = 0.9;
export const isDoubtful = ({ how, confidence }: Pick<ImportColumn, 'how' | 'confidence'>): boolean =>
  how === 'doubtful' || (confidence != null && confidence < SURE);

/** Doubtful columns first, then those without a field, because each is either a mistake or left out on purpose. */
export const doubtfulFirst = <T extends Pick<ImportColumn, 'field' | 'how' | 'confidence'>>(
  columns: readonly T[],
): { column: T; index: number }[] => {
  const rankOf = (column: T) => (isDoubtful(column) ? 0 : column.field === null ? 1 : 2);
  return columns
    .map((column, index) => ({ column, index }))
    .toSorted((a, b) => rankOf(a.column) - rankOf(b.column) || a.index - b.index);
};

/** How sure the mapping of a column is. */
const confidenceLabels: Record<ImportColumn['how'], string> = {
  exact: 'Same name',
  known: 'Known name',
  values: 'By its cells',
  remembered: 'As last time',
  chosen: 'Your choice',
  repeated: 'Field already used',
  none: 'Not imported',
  doubtful: 'Doubtful',
};

/** How a column got its field, and how many of its cells suit it. */
export function describeMatch({ how, suggested, confidence }: Pick<ImportColumn, 'how' | 'suggested' | 'confidence'>) {
  if (how === 'doubtful' && suggested !== undefined)
    return `Doubtful: its cells don’t look like ${getFieldLabel(suggested)}`;
  const share = confidence == null ? '' : `, ${Math.round(confidence * 100)}% fit`;
  return confidenceLabels[how] + share;
}
