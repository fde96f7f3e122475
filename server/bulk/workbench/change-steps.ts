import { isDeepStrictEqual } from 'node:util';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { changeRow, compileRecipe, nameColumns } from '../recipe/apply-recipe.ts';
import type { FileStore } from './file-store.ts';
import {
  addRecipe,
  addSteps,
  listRowSteps,
  redoSteps,
  undoSteps,
  type FileChanges,
  type FileStep,
} from './move-steps.ts';
import { readSample } from './opened-file.ts';
import type { FileRow } from './queries-files.ts';

export type RecipeChange = { version: number } & (
  | { do: 'add'; steps: RecipeStep[] }
  | { do: 'undo' | 'redo'; steps?: number | undefined }
  | { do: 'apply'; name: string }
);
type NamedRecipe = Parameters<typeof addRecipe>[1];

const MAX_STEPS = 5_000;

/** The steps of a file after a change. Refuses one that was made without the newest steps in view, or exceeds a limit. */
export async function changeSteps(
  store: FileStore,
  file: FileRow,
  change: RecipeChange,
  saved: NamedRecipe | null,
): Promise<FileChanges & { isReadAgain: boolean }> {
  if (file.version !== change.version)
    throw conflict('Someone else changed this file. Look at their change, then try again.', 'recipe_changed');
  const { recipe, undone, format, mapping } = moveSteps(file, change, saved);
  if (recipe.length > MAX_STEPS)
    throw new Refusal(422, 'too_many_steps', 'This file has 5,000 steps. Import it, and go on with the result.');
  const isReadAgain = !isDeepStrictEqual(format, file.format);
  if (!isReadAgain) await tryRecipe(store, file, recipe);
  return { recipe, undone, format, mapping, isReadAgain };
}

/** Applies a recipe to the first rows, so that a step beyond the limits is refused before it is stored. */
async function tryRecipe(store: FileStore, file: FileRow, steps: readonly FileStep[]): Promise<void> {
  const names = nameColumns(file.headers);
  const recipe = compileRecipe(listRowSteps(steps), names);
  await readSample(store, file, (row) => ({ ...changeRow(row, recipe, names.length), row: row.row }), 0);
}

function moveSteps(file: FileChanges, change: RecipeChange, saved: NamedRecipe | null): FileChanges {
  switch (change.do) {
    case 'add':
      return addSteps(file, change.steps);
    case 'apply':
      if (!saved) throw notFound('We could not find this recipe.');
      return addRecipe(file, saved);
    case 'undo':
      return undoSteps(file, change.steps ?? 1);
    case 'redo':
      return redoSteps(file, change.steps ?? 1);
  }
}
