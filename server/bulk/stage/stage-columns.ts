import { listingFields, type FieldKind } from '#contract/bulk-fields.ts';

export interface StageColumn {
  /** Name of the field as files and people call it. */
  field: string;
  /** Column of the staging table. */
  column: string;
  type: string;
  /** What is stored now, for comparing. */
  stored: string;
  /** Name under which history and sources know it. */
  key: string;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const types: Partial<Record<FieldKind, string>> = {
  id: 'integer',
  flag: 'boolean',
  count: 'integer',
  rating: 'numeric(2, 1)',
  degrees: 'double precision',
  practiceType: 'integer',
};

/** Columns that are compared one by one; the id only finds the listing, services are compared as a set. */
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
    return { field: name, column: snake(name), type: types[kind] ?? 'text', stored: `d.${snake(name)}`, key: name };
  });

export const selectColumns = (mapped: ReadonlySet<string>): StageColumn[] =>
  stageColumns.filter(({ field }) => mapped.has(field));

export const stageTable = (runId: number) => `staging.r${runId}`;
export const matchTable = (runId: number) => `staging.r${runId}_match`;
export const diffTable = (runId: number) => `staging.r${runId}_diff`;
