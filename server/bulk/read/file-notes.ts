import { getFieldLabel } from '#shared/bulk/fields.ts';
import type { CsvFile } from './csv.ts';
import type { Column } from './headers.ts';
import type { SpooledFile } from './spool.ts';

/** Lists up to twelve column names. */
export const listColumnNames = (headers: readonly string[]) => {
  const names = headers.slice(0, 12).map((header) => `“${header.slice(0, 40)}”`);
  return names.join(', ') + (headers.length > 12 ? ' …' : '');
};

const delimiterNames: Record<string, string> = { '\t': 'tabs', ';': 'semicolons', '|': 'vertical bars' };

/** Describes how the file was read, for the operator. */
export function describeFile(
  file: SpooledFile,
  csv: CsvFile,
  columns: readonly Column[],
  source: string | null,
): string[] {
  const notes: string[] = [];
  const { sheet, sheets } = file.spreadsheet ?? { sheet: '', sheets: [] };
  if (sheets.length > 1) notes.push(`This spreadsheet has ${sheets.length} sheets. “${sheet}” was read.`);
  if (file.encoding.note) notes.push(file.encoding.note);
  if (csv.delimiter !== ',')
    notes.push(`Columns are separated by ${delimiterNames[csv.delimiter] ?? `“${csv.delimiter}”`}.`);
  if (source) notes.push(`This looks like a file from ${source}.`);
  const unknownNames = columns.filter(({ header, how }) => how === 'none' && header !== '').map(({ header }) => header);
  if (unknownNames.length > 0)
    notes.push(
      `${unknownNames.length === 1 ? 'This column isn’t' : 'These columns aren’t'} a listing field and won’t be imported: ${listColumnNames(unknownNames)}.`,
    );
  const doubtfulNames = columns
    .filter(({ how }) => how === 'doubtful')
    .map(({ header, suggested }) => `“${header.slice(0, 40)}” (${getFieldLabel(suggested ?? '')})`);
  if (doubtfulNames.length > 0)
    notes.push(
      `${doubtfulNames.length === 1 ? 'This column’s cells don’t' : 'These columns’ cells don’t'} fit the field that the name suggests, so nothing was imported from ${doubtfulNames.length === 1 ? 'it' : 'them'}: ${doubtfulNames.slice(0, 12).join(', ')}.`,
    );
  const repeatedNames = columns.filter(({ how }) => how === 'repeated').map(({ header }) => header);
  if (repeatedNames.length > 0)
    notes.push(
      `Two columns have the same field. The first one is used, and ${repeatedNames.length === 1 ? 'this one is' : 'these are'} ignored: ${listColumnNames(repeatedNames)}.`,
    );
  return notes;
}
