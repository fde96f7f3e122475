import { dayNames } from '#contract/opening-hours.ts';
import { slugFromFolded } from '#contract/slug.ts';
import type { CsvFile } from '../read/csv.ts';
import { getSlot, type CleanRow } from '../clean/clean-row.ts';
import { FirstRowIndex } from './first-row-index.ts';
import type { StageColumn } from './stage-columns.ts';

export interface StageCounts {
  rows: number;
  short: { count: number; lines: number[] };
  refusedCount: number;
  /** Fields that are given in any row at all. */
  given: string[];
}
export interface RefusedRow {
  row: number;
  line: number;
  cells: string[];
  reasons: { column: string | null; why: string }[];
}
/** A batch of rows, ready for COPY. */
export interface StagedBatch {
  text: string;
  rows: number;
  refused: RefusedRow[];
}

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const copyText = (text: string) => (special.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => escapes[mark]!) : text);

/** The bits of a set of services, written as Postgres writes arrays. */
function maskOf(ids: string): string {
  let mask = 0n;
  for (const id of ids.slice(1, -1).split(',')) if (id !== '' && Number(id) <= 62) mask |= 1n << BigInt(Number(id) - 1);
  return mask.toString();
}

const ID = getSlot('id');
const SERVICES = getSlot('services');
/** Columns of every staging table, in the order they are written here; those of the fields follow. */
const FIXED = 12;

/** Turns rows of the file, cleaned, into rows of the staging table; what cannot be a row at all is told at once. */
export async function* stageRows(
  file: Pick<CsvFile, 'headers' | 'batches'>,
  clean: (cells: readonly string[]) => CleanRow,
  columns: readonly StageColumn[],
): AsyncGenerator<StagedBatch, StageCounts> {
  const width = file.headers.length;
  const short = { count: 0, lines: [] as number[] };
  const masks = new Map<string, string>();
  const slots = columns.map(({ field }) => getSlot(field));
  const given: boolean[] = Array.from({ length: slots.length }, () => false);
  const out: (string | number)[] = Array.from({ length: FIXED + slots.length }, () => '\\N');
  const places = new FirstRowIndex(['city', 'state'], { whole: true });
  const weeks = new FirstRowIndex(dayNames.map((day) => `${day}Hours`), { whole: false }); // prettier-ignore
  const touched = new Set<string>();
  let [rows, refusedCount, withServices, withIds] = [0, 0, false, false];
  for await (const batch of file.batches) {
    const lines: string[] = [];
    const refused: RefusedRow[] = [];
    for (const { cells, line, broken } of batch) {
      if (cells.every((cell) => cell === '')) continue;
      const row = ++rows;
      const extra = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');
      if (broken || extra) {
        const why =
          broken ??
          `This row has ${cells.length} cells and the header has ${width}. A comma in a text needs quotation marks around it.`;
        const own = cells.map((cell) => cell.replaceAll('\0', ''));
        refused.push({ row, line, cells: own, reasons: [{ column: null, why }] });
        continue;
      }
      if (cells.length < width) {
        short.count++;
        if (short.lines.length < 50) short.lines.push(line);
      }
      const { values, odd, raw, problems, phoneKey, nameKey } = clean(cells);
      const services = values[SERVICES];
      let mask = '\\N';
      if (services !== undefined) {
        withServices = true;
        const known = masks.get(services);
        mask = known ?? maskOf(services);
        if (known === undefined && masks.size < 10_000) masks.set(services, mask);
      }
      if (values[ID] !== undefined) withIds = true;
      out[0] = row;
      out[1] = line;
      out[2] = values[ID] ?? '\\N';
      out[3] = services ?? '\\N';
      out[4] = mask;
      out[5] = phoneKey ?? '\\N';
      out[6] = nameKey === null ? '\\N' : copyText(nameKey);
      out[7] = nameKey === null ? '\\N' : slugFromFolded(nameKey);
      out[8] = places.of(values, row) ?? '\\N';
      out[9] = weeks.of(values, row) ?? '\\N';
      for (const field in raw) touched.add(field);
      for (const field in problems) touched.add(field);
      out[10] = raw ? copyText(JSON.stringify(raw)) : '\\N';
      out[11] = problems ? copyText(JSON.stringify(problems)) : '\\N';
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!;
        const value = values[slot];
        if (value === undefined) out[FIXED + i] = '\\N';
        else {
          out[FIXED + i] = odd[slot] ? copyText(value) : value;
          given[i] = true;
        }
      }
      lines.push(out.join('\t'));
    }
    refusedCount += refused.length;
    if (lines.length > 0) lines.push('');
    yield { text: lines.join('\n'), rows, refused };
  }
  columns.forEach(({ field }, i) => given[i] && touched.add(field));
  if (withServices) touched.add('services');
  if (withIds) touched.add('id');
  return { rows, short, refusedCount, given: [...touched] };
}
