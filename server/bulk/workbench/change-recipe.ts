import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { changeRow, compileRecipe, nameColumns } from '../recipe/apply-recipe.ts';
import { findRecipe, saveRecipe, type SavedRecipe } from '../recipe/queries-recipes.ts';
import {
  addSteps,
  listRowSteps,
  redoSteps,
  undoSteps,
  addRecipe,
  type FileChanges,
  type FileStep,
} from './move-steps.ts';
import { storeOf } from './database-store.ts';
import { readSample } from './opened-file.ts';
import { deleteBlocks, findFile, lockFile, updateFile, type FileRow } from './queries-files.ts';
import { continueReading, restartReading, type WorkbenchDeps } from './read-file.ts';

export type RecipeChange = { version: number } & (
  | { do: 'add'; steps: RecipeStep[] }
  | { do: 'undo' | 'redo'; steps?: number | undefined }
  | { do: 'apply'; name: string }
);

const MAX_STEPS = 5_000;

/** Changes the recipe of a file. A change that was made without the newest steps in view is refused. */
export async function changeFileRecipe(deps: WorkbenchDeps, id: number, change: RecipeChange): Promise<void> {
  const saved = change.do === 'apply' ? await findRecipe(deps.db, change.name) : null;
  const reading = await deps.db.transaction(async (trx) => {
    const file = await lockFile(trx, id);
    if (!file) throw notFound('We could not find this file.');
    if (file.version !== change.version)
      throw conflict('Someone else changed this file. Look at their change, then try again.', 'recipe_changed');
    const { recipe, undone, format, mapping } = moveSteps(file, change, saved);
    if (recipe.length > MAX_STEPS)
      throw new Refusal(422, 'too_many_steps', 'This file has 5,000 steps. Import it, and go on with the result.');
    const isReadAgain = !isDeepStrictEqual(format, file.format);
    if (!isReadAgain) await tryRecipe(trx, file, recipe);
    await updateFile(trx, id, {
      ...(isReadAgain ? restartReading(file) : {}),
      recipe,
      undone,
      format,
      mapping,
      version: file.version + 1,
      usedAt: deps.clock.now(),
    });
    if (!isReadAgain) return null;
    await deleteBlocks(trx, id);
    return file.reading + 1;
  });
  if (reading !== null) await continueReading(deps, id, reading);
}

/** Applies a recipe to the first rows, so that a step beyond the limits is refused before it is stored. */
async function tryRecipe(trx: Knex, file: FileRow, steps: readonly FileStep[]): Promise<void> {
  const names = nameColumns(file.headers);
  const recipe = compileRecipe(listRowSteps(steps), names);
  await readSample(storeOf(trx), file, (row) => ({ ...changeRow(row, recipe, names.length), row: row.row }), 0);
}

function moveSteps(file: FileChanges, change: RecipeChange, saved: SavedRecipe | null): FileChanges {
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

/** Saves the steps that suit other files, too: all but the edits of single cells. */
export async function saveRecipeOfFile(
  deps: WorkbenchDeps,
  id: number,
  name: string,
  mapping: Record<string, string | null>,
): Promise<{ name: string; steps: number }> {
  const file = await findFile(deps.db, id);
  if (!file) throw notFound('We could not find this file.');
  const steps = listRowSteps(file.recipe).filter((step) => step.do !== 'edit');
  await saveRecipe(deps.db, { name, steps, mapping, format: file.format, at: deps.clock.now() });
  return { name, steps: steps.length };
}
