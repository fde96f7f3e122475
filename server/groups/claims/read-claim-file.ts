import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { MAX_ID } from '#shared/limits.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { cleanZip } from '#server/bulk/clean/clean-text.ts';
import { mapColumns } from '#server/bulk/mapping/map-columns.ts';
import { readCell } from '#server/bulk/read/cells.ts';
import { readCsv, type CsvRow } from '#server/bulk/read/csv.ts';
import { decodeBytes, EncodingProbe } from '#server/bulk/read/decode.ts';
import type { NamedRow } from '#server/listings/matching/matching.ts';
import { isValidNpi } from '#server/claims/evidence/npi.ts';

export interface FileRow extends NamedRow {
  line: number;
  costCenter: string | null;
}
export interface Problem {
  line: number;
  text: string;
}

const MAX_COST_CENTER = 60;
const isCostCenter = (header: string): boolean => /^cost[\s_-]*cent(?:er|re)$/i.test(header.trim());

const refuse = (code: string, sentence: string) => new Refusal(422, code, sentence, { fields: { file: sentence } });

function readBytes(dataUrl: string): Buffer {
  const body = /^data:[^,]*;base64,(.*)$/s.exec(dataUrl)?.[1];
  if (body === undefined) throw refuse('not_csv', 'We couldn’t read this file. Please choose a CSV file.');
  if (body === '') throw refuse('empty_file', 'This file is empty.');
  return Buffer.from(body, 'base64');
}

/** Reads a list of a group's locations. Each row needs an NPI, our listing id, or a name with a ZIP code, and may have a cost center. */
export async function readClaimFile(dataUrl: string): Promise<{ rows: FileRow[]; problems: Problem[] }> {
  const bytes = readBytes(dataUrl);
  const probe = new EncodingProbe();
  probe.push(bytes);
  if (probe.kind === 'zip')
    throw refuse('not_csv', 'This is a spreadsheet or a zip file. Please save it as a CSV file first.');
  const { encoding } = probe.end();
  const csv = await readCsv(decodeBytes(oneChunk(bytes), encoding));
  const lines: CsvRow[] = [];
  for await (const batch of csv.batches) {
    lines.push(...batch);
    if (lines.length > MAX_LOCATIONS)
      throw refuse(
        'too_many',
        `A claim can have at most ${MAX_LOCATIONS.toLocaleString('en-US')} listings, and this file has more rows. Please split it.`,
      );
  }
  if (lines.length === 0) throw refuse('empty_file', 'This file has no rows below its header.');
  const cells = lines.map((line) => line.cells.map((cell) => readCell(cell).trim()));
  const fields = mapColumns(csv.headers, { rows: cells }).map(({ field }) => field);
  const costColumn = csv.headers.findIndex(isCostCenter);
  const has = (field: string) => fields.includes(field);
  const hasName = has('name') || has('practice');
  if (!has('npi') && !has('id') && !(hasName && has('zipCode')))
    throw refuse(
      'no_columns',
      'This file needs a column “npi,” a column “listing id,” or the columns “name” and “zip.”',
    );
  const rows: FileRow[] = [];
  const problems: Problem[] = [];
  lines.forEach(({ line, broken }, index) => {
    const cell = (field: string): string | null => cells[index]![fields.indexOf(field)] || null;
    const row = broken ?? readRow(cell);
    const costCenter = cells[index]![costColumn] || null;
    if (typeof row === 'string') problems.push({ line, text: row });
    else if (costCenter && costCenter.length > MAX_COST_CENTER)
      problems.push({ line, text: `A cost center can have at most ${MAX_COST_CENTER} characters.` });
    else rows.push({ line, row: index, costCenter, ...row });
  });
  return { rows, problems };
}

/** A sentence if the row has nothing to find a listing by. */
function readRow(cell: (field: string) => string | null): Omit<NamedRow, 'row'> | string {
  const [id, npi, zip] = [cell('id'), cell('npi'), cell('zipCode')];
  const name = cell('name') ?? cell('practice');
  if (id !== null && !(/^\d{1,10}$/.test(id) && Number(id) > 0 && Number(id) <= MAX_ID))
    return `“${id}” isn’t a listing id.`;
  if (npi !== null && !isValidNpi(npi)) return `“${npi}” isn’t an NPI.`;
  if (id === null && npi === null && (name === null || zip === null))
    return 'This row has no NPI, no listing id, and no name with a ZIP code.';
  return {
    id: id === null ? null : Number(id),
    npi,
    name,
    zip: zip === null ? null : cleanZip(zip),
    phone: cell('phone'),
    address: cell('address'),
  };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
