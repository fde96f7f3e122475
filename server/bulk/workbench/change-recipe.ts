import { notFound } from '#server/base/http/errors.ts';
import { findRecipe, saveRecipe } from '../recipe/queries-recipes.ts';
import { changeSteps, type RecipeChange } from './change-steps.ts';
import { storeOf } from './database-store.ts';
import { listRowSteps } from './move-steps.ts';
import { deleteBlocks, findFile, lockFile, updateFile } from './queries-files.ts';
import { continueReading, restartReading, type WorkbenchDeps } from './read-file.ts';

/** Changes the recipe of a file. */
export async function changeFileRecipe(deps: WorkbenchDeps, id: number, change: RecipeChange): Promise<void> {
  const saved = change.do === 'apply' ? await findRecipe(deps.db, change.name) : null;
  const reading = await deps.db.transaction(async (trx) => {
    const file = await lockFile(trx, id);
    if (!file) throw notFound('We could not find this file.');
    const { isReadAgain, ...changes } = await changeSteps(storeOf(trx), file, change, saved);
    await updateFile(trx, id, {
      ...(isReadAgain ? restartReading(file) : {}),
      ...changes,
      version: file.version + 1,
      usedAt: deps.clock.now(),
    });
    if (!isReadAgain) return null;
    await deleteBlocks(trx, id);
    return file.reading + 1;
  });
  if (reading !== null) await continueReading(deps, id, reading);
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
