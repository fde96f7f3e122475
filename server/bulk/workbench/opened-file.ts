import type { ImportFile, WorkbenchColumn } from '#contract/bulk/workbench.ts';
import { notFound } from '#server/base/http/errors.ts';
import type { ReferenceIds } from '../clean/clean-cell.ts';
import { createRowCleaner } from '../clean/clean-rows.ts';
import type { CleanRow } from '../clean/clean-row.ts';
import { createFieldTest, listTellingCells, measureFit } from '../mapping/fit-values.ts';
import { mapColumns } from '../mapping/map-columns.ts';
import { detectSource, headerShape, type Column } from '../read/headers.ts';
import { changeRow, compileRecipe, nameColumns, type CompiledRecipe } from '../recipe/apply-recipe.ts';
import { changeInParts } from '../recipe/change-in-parts.ts';
import { readNumberedRows, scanRows, type NumberedRow } from './blocks.ts';
import type { FileStore } from './file-store.ts';
import { listRowSteps } from './move-steps.ts';
import type { FileRow } from './queries-files.ts';

/** A file with everything that its rows are read with. */
export interface OpenedFile {
  store: FileStore;
  file: FileRow;
  recipe: CompiledRecipe;
  columns: Column[];
  references: ReferenceIds;
  clean: (cells: readonly string[]) => CleanRow;
  /** Ends a scan of all rows early, because its client has left. */
  signal: AbortSignal | null;
  /** A row after the recipe. */
  change(row: NumberedRow): NumberedRow;
}

export async function openFile(store: FileStore, id: number, signal: AbortSignal | null = null): Promise<OpenedFile> {
  const file = await store.findFile(id);
  if (!file) throw notFound('We could not find this file.');
  const names = nameColumns(file.headers);
  const recipe = compileRecipe(listRowSteps(file.recipe), names);
  const change = (row: NumberedRow): NumberedRow => ({ ...changeRow(row, recipe, names.length), row: row.row });
  const references = await store.listReferenceIds();
  const columns = mapColumns(recipe.headers, {
    chosen: file.mapping,
    saved: await store.findSavedMapping(headerShape(recipe.headers)),
    rows: await listCellsToMap(store, file, recipe, change),
    references,
  });
  return {
    store,
    file,
    recipe,
    columns,
    references,
    signal,
    clean: createRowCleaner(
      columns.map(({ field }) => (field !== null && store.uncheckedFields.includes(field) ? null : field)),
      references,
      true,
    ),
    change,
  };
}

/** The first rows, which help to map columns. None if the operator has chosen every field. */
async function listCellsToMap(
  store: FileStore,
  file: FileRow,
  { headers }: CompiledRecipe,
  change: OpenedFile['change'],
): Promise<string[][]> {
  const { mapping } = file;
  if (mapping && headers.every((header) => mapping[header] !== undefined)) return [];
  return (await readSample(store, file, change, SAMPLE_PARTS)).map(({ cells }) => cells);
}

/** All rows after the recipe. */
export async function* scanChangedRows(opened: OpenedFile): AsyncGenerator<NumberedRow[]> {
  for await (const block of scanRows(opened.store, opened.file.id)) {
    if (opened.signal?.aborted) return;
    yield* changeInParts(block, opened.change);
  }
}

export function findColumn({ recipe }: OpenedFile, name: string): number {
  const index = recipe.headers.indexOf(name);
  if (index === -1) throw notFound(`There is no column “${name}”.`);
  return index;
}

const SAMPLE_ROWS = 200;
/** Long rows are sampled up to this many parts. */
const SAMPLE_PARTS = 2;
const SAMPLES = 3;

/** The first rows, after the recipe. */
export async function readSample(
  store: FileStore,
  file: Pick<FileRow, 'id' | 'rows'>,
  change: OpenedFile['change'],
  maxParts = Infinity,
): Promise<NumberedRow[]> {
  const numbers = Array.from({ length: Math.min(file.rows, SAMPLE_ROWS) }, (_, index) => index + 1);
  const sample: NumberedRow[] = [];
  let parts = 0;
  for await (const part of changeInParts(await readNumberedRows(store, file.id, numbers), change)) {
    if (++parts <= maxParts) sample.push(...part);
  }
  return sample;
}

export async function describeImportFile(opened: OpenedFile): Promise<ImportFile> {
  const { store, file, recipe, references } = opened;
  const rows = await readSample(store, file, opened.change, SAMPLE_PARTS);
  const sampled = rows.map(({ cells }) => cells);
  const columns = opened.columns.map((column, index): WorkbenchColumn => {
    const cells = sampled.map((row) => row[index]?.trim() ?? '').filter(Boolean);
    return {
      ...column,
      samples: [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.slice(0, 200)),
      confidence: measureConfidence(column, listTellingCells(sampled, index), references),
    };
  });
  const { headers: _headers, mapping: _mapping, reading: _reading, createdAt, ...rest } = file;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    source: detectSource(file.headers)?.name ?? null,
    columns,
    missing: recipe.missing,
  };
}

function measureConfidence(
  { field, suggested }: Column,
  cells: readonly string[],
  references: ReferenceIds,
): number | null {
  const tested = field ?? suggested;
  return tested === undefined ? null : (measureFit(cells, createFieldTest(tested, references))?.share ?? null);
}
