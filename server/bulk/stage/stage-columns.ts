import { listingFields, type FieldKind } from '#shared/bulk/fields.ts';

export interface StageColumn {
  /** The name of the field in files. */
  field: string;
  /** The column of the staging table. */
  column: string;
  type: string;
  /** The SQL expression for the stored value. */
  stored: string;
  /** The name of the field in the listing history and in field_sources. */
  key: string;
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnTypes: Partial<Record<FieldKind, string>> = {
  id: 'integer',
  flag: 'boolean',
  count: 'integer',
  rating: 'numeric(2, 1)',
  degrees: 'double precision',
  practiceType: 'integer',
  price: 'integer',
  date: 'date',
};

/** Columns that are compared one by one. The id only identifies the listing, and services are compared as a set. */
export const stageColumns: readonly StageColumn[] = listingFields
  .filter(({ name }) => name !== 'id' && name !== 'services')
  .map(({ name, kind }) => {
    if (name === 'practiceType')
      return {
        field: name,
        column: 'practice_type_id',
        type: 'integer',
        stored: 'd.practice_type_id',
        key: 'practiceTypeId',
      };
    if (name === 'practice')
      return { field: name, column: 'practice', type: 'text', stored: 'p.name', key: 'practice' };
    return {
      field: name,
      column: toSnakeCase(name),
      type: columnTypes[kind] ?? 'text',
      stored: `d.${toSnakeCase(name)}`,
      key: name,
    };
  });

export const selectColumns = (mapped: ReadonlySet<string>): StageColumn[] =>
  stageColumns.filter(({ field }) => mapped.has(field));

export const stageTable = (runId: number) => `staging.r${runId}`;
export const matchTable = (runId: number) => `staging.r${runId}_match`;
export const diffTable = (runId: number) => `staging.r${runId}_diff`;
