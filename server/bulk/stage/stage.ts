import { LRUCache } from 'lru-cache';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { slugFromFolded } from '#shared/slug.ts';
import type { CsvFile } from '../read/csv.ts';
import { getSlot, type CleanRow } from '../clean/clean-row.ts';
import type { StageColumn } from './stage-columns.ts';
import { rowReasons } from '../refusal-reasons.ts';

export interface StageCounts {
  rows: number;
  shortRows: { count: number; lines: number[] };
  refusedCount: number;
  /** The fields that have a value in at least one row. */
  fieldsWithValues: string[];
  /** True if some names can be folded only in the database. */
  hasUnfoldedNames: boolean;
  facts: StageFacts;
}
/** Facts about the staged rows that let the plan skip statements. */
export interface StageFacts {
  hasProblems: boolean;
  hasBlankNames: boolean;
}
export interface RefusedRow {
  row: number;
  line: number;
  cells: string[];
  reasons: { column: string | null; why: string }[];
}
export interface StagedBatch {
  /** The rows in the text format of COPY. */
  bytes: Uint8Array<ArrayBuffer>;
  rows: number;
  refused: RefusedRow[];
}

const specialCharacters = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeCopyText = (text: string) =>
  specialCharacters.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => escapes[mark]!) : text;

/** Converts a Postgres array of service ids to a bit mask. */
function buildServiceMask(ids: string): string {
  const bits = ids.slice(1, -1).split(',').map((id) => BigInt(id) - 1n); // prettier-ignore
  return bits.filter((bit) => bit >= 0n && bit < 62n).reduce((mask, bit) => mask | (1n << bit), 0n).toString(); // prettier-ignore
}

/**
 * Finds the first row with equal values in these fields, so the database computes each combination once. Returns null for a row
 * without values, or, with `requireAll`, without all of them.
 */
function createFirstRowFinder(fields: readonly string[], { requireAll }: { requireAll: boolean }) {
  const slots = fields.map(getSlot);
  const firstRows = new LRUCache<string, number>({ max: 20_000 });
  return (values: CleanRow['values'], row: number): number | null => {
    const own = slots.map((slot) => values[slot]);
    const known = own.filter((value) => value !== undefined).length;
    if (known === 0 || (requireAll && known < own.length)) return null;
    const key = own.join('\0');
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row);
    return first ?? row;
  };
}

const NULL = '\\N';
const ID = getSlot('id');
const SERVICES = getSlot('services');
const NAME = getSlot('name');
/** The number of columns that every staging table starts with. The mapped fields follow. */
const FIXED_COLUMNS = 12;

/** Cleans the rows of a file and formats them for COPY. Refuses rows that can't be read or have too many cells. */
export async function* stageRows(
  file: Pick<CsvFile, 'headers' | 'batches'>,
  clean: (cells: readonly string[]) => CleanRow,
  columns: readonly StageColumn[],
): AsyncGenerator<StagedBatch, StageCounts> {
  const width = file.headers.length;
  const shortRows = { count: 0, lines: [] as number[] };
  const slots = columns.map(({ field }) => getSlot(field));
  const hasValue: boolean[] = Array.from({ length: slots.length }, () => false);
  const columnValues: (string | number)[] = Array.from({ length: FIXED_COLUMNS + slots.length }, () => NULL);
  const findPlace = createFirstRowFinder(['city', 'state'], { requireAll: true });
  const findWeek = createFirstRowFinder(dayNames.map((day) => `${day}Hours`), { requireAll: false }); // prettier-ignore
  const fieldsWithValues = new Set<string>();
  let [rows, refusedCount] = [0, 0];
  let [hasUnfoldedNames, hasBlankNames, hasProblems] = [false, false, false];
  for await (const batch of file.batches) {
    const refused: RefusedRow[] = [];
    let lines = '';
    for (const { cells, line, broken } of batch) {
      if (cells.every((cell) => cell === '')) continue;
      const row = ++rows;
      const hasExtraCells = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');
      if (broken || hasExtraCells) {
        const why = broken ?? rowReasons.tooManyCells(line, cells.length, width);
        refused.push({
          row,
          line,
          cells: cells.map((cell) => cell.replaceAll('\0', '')),
          reasons: [{ column: null, why }],
        });
        continue;
      }
      if (cells.length < width) {
        shortRows.count++;
        if (shortRows.lines.length < 50) shortRows.lines.push(line);
      }
      const { values, needsEscape, raw, problems, phoneKey, nameKey } = clean(cells);
      const services = values[SERVICES];
      let mask = NULL;
      if (services !== undefined) {
        fieldsWithValues.add('services');
        mask = buildServiceMask(services);
      }
      if (values[ID] !== undefined) fieldsWithValues.add('id');
      if (values[NAME] === undefined) hasBlankNames = true;
      else if (nameKey === null) hasUnfoldedNames = true;
      if (problems !== null) hasProblems = true;
      columnValues[0] = row;
      columnValues[1] = line;
      columnValues[2] = values[ID] ?? NULL;
      columnValues[3] = services ?? NULL;
      columnValues[4] = mask;
      columnValues[5] = phoneKey ?? NULL;
      columnValues[6] = nameKey === null ? NULL : escapeCopyText(nameKey);
      columnValues[7] = nameKey === null ? NULL : slugFromFolded(nameKey);
      columnValues[8] = findPlace(values, row) ?? NULL;
      columnValues[9] = findWeek(values, row) ?? NULL;
      for (const field in raw) fieldsWithValues.add(field);
      for (const field in problems) fieldsWithValues.add(field);
      columnValues[10] = raw ? escapeCopyText(JSON.stringify(raw)) : NULL;
      columnValues[11] = problems ? escapeCopyText(JSON.stringify(problems)) : NULL;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!;
        const value = values[slot];
        if (value === undefined) columnValues[FIXED_COLUMNS + i] = NULL;
        else {
          columnValues[FIXED_COLUMNS + i] = needsEscape[slot] ? escapeCopyText(value) : value;
          hasValue[i] = true;
        }
      }
      lines += `${columnValues.join('\t')}\n`;
    }
    refusedCount += refused.length;
    yield { bytes: new TextEncoder().encode(lines), rows, refused };
  }
  columns.forEach(({ field }, i) => hasValue[i] && fieldsWithValues.add(field));
  const facts: StageFacts = { hasProblems, hasBlankNames };
  return { rows, shortRows, refusedCount, fieldsWithValues: [...fieldsWithValues], hasUnfoldedNames, facts };
}
