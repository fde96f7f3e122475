import { listingFields } from '#contract/bulk-fields.ts';

/** What became of one row. The next row overwrites it. */
export interface CleanRow {
  /** By slot; what the file says nothing about is missing. Text as Postgres reads it. */
  values: (string | undefined)[];
  /** Slots whose text may hold what COPY has to escape. */
  odd: boolean[];
  /** The cell as it came, where cleaning changed it: what is stored may be written like that on purpose. */
  raw: Record<string, string> | null;
  problems: Record<string, { why: string; raw: string }> | null;
  phoneKey: string | null;
  nameKey: string | null;
}

const slots = new Map<string, number>(listingFields.map(({ name }, index) => [name, index]));
/** Where a field stands among the values of a row. */
export const getSlot = (field: string): number => slots.get(field)!;

/** A part of a larger text keeps all of it in memory. */
export const detachText = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le');
