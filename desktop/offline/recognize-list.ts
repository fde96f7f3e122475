import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Recipe } from '#contract/bulk/recipe.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import { isMadeFor, nameColumns } from '#server/bulk/recipe/apply-recipe.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes } from '#server/bulk/read/decode.ts';
import { mapColumns } from '#server/bulk/mapping/map-columns.ts';
import { headerShape } from '#server/bulk/read/headers.ts';
import { isWorkbook } from '#server/bulk/read/registry/deactivations.ts';
import { recognizeRegistryFile } from '#server/bulk/read/registry/recognize.ts';
import { readSheetRows } from '#server/bulk/read/xlsx/sheet-rows.ts';
import { openZip } from '#server/bulk/read/xlsx/unzip.ts';
import { readWorkbook } from '#server/bulk/read/xlsx/workbook.ts';
import { readFileKind } from './convert-spreadsheet.ts';
import { probeEncoding } from './probe-encoding.ts';

/** Headers that a person mapped before, and the recipes that staff saved. */
export interface KnownLists {
  shapes: readonly string[];
  recipes: readonly { steps: Recipe; mapping: Record<string, string | null> | null }[];
}

const HEAD_BYTES = 64 * 1024;
/** The header may be below a title. */
const HEADER_ROWS = 20;
/** A name alone doesn't make a list of practices, because exported passwords and budgets have names, too. */
const PLACE_FIELDS = new Set(['address', 'fullAddress', 'city', 'zipCode', 'npi', 'placeId', 'license']);

/**
 * True for a list of practices. Reads the first bytes of a text, and the table of contents and the first rows of a workbook
 * or a registry file. Files of other kinds are not read beyond their first bytes.
 */
export async function recognizeList(path: string, known: KnownLists): Promise<boolean> {
  try {
    const kind = await readFileKind(path);
    if (kind !== null && kind !== 'zip') return false;
    if (kind === 'zip' && (await recognizeRegistryFile(path))) return true;
    const rows = kind === 'zip' ? await readFirstSheetRows(path) : await readFirstTextRows(path);
    return rows.slice(0, HEADER_ROWS).some((cells) => cells.length > 0 && isListHeader(cells, known));
  } catch {
    // A file that can't be read as a table is no list.
    return false;
  }
}

async function readFirstTextRows(path: string): Promise<string[][]> {
  const { encoding } = await probeEncoding(path, (await stat(path)).size, HEAD_BYTES);
  const csv = await readCsv(decodeBytes(createReadStream(path, { end: HEAD_BYTES - 1 }), encoding));
  const next = await csv.batches.next();
  return [csv.headers, ...(next.done ? [] : next.value.map(({ cells }) => cells))];
}

async function readFirstSheetRows(path: string): Promise<string[][]> {
  const zip = await openZip(path);
  try {
    if (!isWorkbook(zip)) return [];
    const workbook = await readWorkbook(zip);
    for (const sheet of workbook.sheets)
      for await (const rows of readSheetRows(zip, workbook, sheet.path))
        if (rows.length > 0) return rows.map(({ cells }) => cells);
    return [];
  } finally {
    zip.close();
  }
}

function isListHeader(cells: readonly string[], { shapes, recipes }: KnownLists): boolean {
  const headers = cells.map((cell) => cell.trim());
  const columns = mapColumns(headers);
  return (
    (hasNameColumn(columns) && columns.some(({ field }) => field !== null && PLACE_FIELDS.has(field))) ||
    shapes.includes(headerShape(headers)) ||
    recipes.some((recipe) => isMadeFor(recipe, nameColumns(headers)))
  );
}
