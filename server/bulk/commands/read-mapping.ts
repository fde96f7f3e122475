import { Refusal } from '#server/base/http/errors.ts';
import { isFieldName } from '../read/headers.ts';

const refuse = (message: string) => new Refusal(422, 'bad_mapping', message);

/** Reads COLUMN=field, one a line. A column without a field, as in “COLUMN=”, is left out of the import. */
export function readMapping(text: string | undefined): Record<string, string | null> {
  const mapping: Record<string, string | null> = {};
  for (const line of text?.split('\n') ?? []) {
    const at = line.lastIndexOf('=');
    const [column, field] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at === -1 || column === '') throw refuse('Write COLUMN=field after --map, such as --map "Office Phone=phone".');
    if (field !== '' && !isFieldName(field)) throw refuse(`There is no field “${field}”.`);
    mapping[column] = field === '' ? null : field;
  }
  return mapping;
}
