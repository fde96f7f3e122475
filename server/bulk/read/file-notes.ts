import type { CsvFile } from './csv.ts';
import type { Column } from './headers.ts';
import type { Spooled } from './spool.ts';

/** Names of columns, as many as one can read. */
export const shown = (headers: readonly string[]) => {
  const names = headers.slice(0, 12).map((header) => `“${header.slice(0, 40)}”`);
  return names.join(', ') + (headers.length > 12 ? ' …' : '');
};

const delimiterNames: Record<string, string> = { '\t': 'tabs', ';': 'semicolons', '|': 'vertical bars' };

/** What a person should know of how the file was read. */
export function notesOf(file: Spooled, csv: CsvFile, columns: readonly Column[], source: string | null): string[] {
  const notes: string[] = [];
  if (file.encoding.note) notes.push(file.encoding.note);
  if (csv.delimiter !== ',')
    notes.push(`Its columns are divided by ${delimiterNames[csv.delimiter] ?? `“${csv.delimiter}”`}.`);
  if (source) notes.push(`It was recognised as a file from ${source}.`);
  const unknown = columns.filter(({ header, how }) => how === 'none' && header !== '').map(({ header }) => header);
  if (unknown.length > 0)
    notes.push(
      `${unknown.length === 1 ? 'This column was' : 'These columns were'} left out, as no field of a listing is known by that name: ${shown(unknown)}.`,
    );
  const repeated = columns.filter(({ how }) => how === 'repeated').map(({ header }) => header);
  if (repeated.length > 0)
    notes.push(
      `A field was given twice; the first column counts and ${repeated.length === 1 ? 'this one was' : 'these were'} left out: ${shown(repeated)}.`,
    );
  return notes;
}
