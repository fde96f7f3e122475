import type { Knex } from 'knex';
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
import { findSavedMapping } from '../runs/queries-runs.ts';
import { listReferenceIds } from '../stage/queries-stage.ts';
import { readNumberedRows, scanRows, type NumberedRow } from './blocks.ts';
import { listRowSteps } from './move-steps.ts';
import { findFile, type FileRow } from './queries-files.ts';

/** A file with everything that its rows are read with. */
export interface OpenedFile {
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

export async function openFile(db: Knex, id: number, signal: AbortSignal | null = null): Promise<OpenedFile> {
  const file = await findFile(db, id);
  if (!file) throw notFound('We could not find this file.');
  const names = nameColumns(file.headers);
  const recipe = compileRecipe(listRowSteps(file.recipe), names);
  const change = (row: NumberedRow): NumberedRow => ({ ...changeRow(row, recipe, names.length), row: row.row });
  const references = await listReferenceIds(db);
  const columns = mapColumns(recipe.headers, {
    chosen: file.mapping,
    saved: await findSavedMapping(db, headerShape(recipe.headers)),
    rows: await listCellsToMap(db, file, recipe, change),
    references,
  });
  return {
    file,
    recipe,
    columns,
    references,
    signal,
    clean: createRowCleaner(
      columns.map(({ field }) => field),
      references,
      true,
    ),
    change,
  };
}

/** The first rows, which help to map columns. None if the operator has chosen every field. */
async function listCellsToMap(
  db: Knex,
  file: FileRow,
  { headers }: CompiledRecipe,
  change: OpenedFile['change'],
): Promise<string[][]> {
  const { mapping } = file;
  if (mapping && headers.every((header) => mapping[header] !== undefined)) return [];
  return (await readSample(db, file, change, SAMPLE_PARTS)).map(({ cells }) => cells);
}

/** All rows after the recipe. */
export async function* scanChangedRows(db: Knex, opened: OpenedFile): AsyncGenerator<NumberedRow[]> {
  for await (const block of scanRows(db, opened.file.id)) {
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
  db: Knex,
  file: Pick<FileRow, 'id' | 'rows'>,
  change: OpenedFile['change'],
  maxParts = Infinity,
): Promise<NumberedRow[]> {
  const numbers = Array.from({ length: Math.min(file.rows, SAMPLE_ROWS) }, (_, index) => index + 1);
  const sample: NumberedRow[] = [];
  let parts = 0;
  for await (const part of changeInParts(await readNumberedRows(db, file.id, numbers), change)) {
    if (++parts <= maxParts) sample.push(...part);
  }
  return sample;
}

export async function describeImportFile(db: Knex, opened: OpenedFile): Promise<ImportFile> {
  const { file, recipe, references } = opened;
  const rows = await readSample(db, file, opened.change, SAMPLE_PARTS);
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
