import { listingFields } from '#shared/bulk/fields.ts';

/** A cleaned row. The cleaner reuses the object for the next row. */
export interface CleanRow {
  /** Values by slot, as text that Postgres can parse. A blank field is undefined. */
  values: (string | undefined)[];
  /** Slots whose text may contain characters that COPY escapes. */
  needsEscape: boolean[];
  /** The original cells that cleaning changed. If the stored text equals the original, it stays. */
  raw: Record<string, string> | null;
  problems: Record<string, { why: string; raw: string }> | null;
  phoneKey: string | null;
  nameKey: string | null;
}

const slots = new Map<string, number>(listingFields.map(({ name }, index) => [name, index]));
/** The index of a field in the values of a row. */
export const getSlot = (field: string): number => slots.get(field)!;

/** Copies a substring, because V8 would otherwise keep the text it was cut from in memory. */
export const detachText = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le');
