import { isDeepStrictEqual } from 'node:util';
import type { Recipe, RecipeStep } from '#contract/bulk/recipe.ts';
import { conflict, notFound, Refusal } from '#server/http/errors.ts';
import { findRecipe, saveRecipe, type SavedRecipe } from '../recipe/queries-recipes.ts';
import { findFile, lockFile, updateFile, type FileRow } from './queries-files.ts';
import { rereadFile, type WorkbenchDeps } from './read-file.ts';

export type RecipeChange = { version: number } & (
  | { do: 'add'; steps: RecipeStep[] }
  | { do: 'undo' | 'redo'; steps?: number | undefined }
  | { do: 'apply'; name: string }
);

const MAX_STEPS = 5_000;

/** Changes the recipe of a file. A change that was made without the newest steps in view is refused. */
export async function changeFileRecipe(deps: WorkbenchDeps, id: number, change: RecipeChange): Promise<void> {
  const saved = change.do === 'apply' ? await findRecipe(deps.db, change.name) : null;
  if (change.do === 'apply' && !saved) throw notFound('We could not find this recipe.');
  const changedFile = await deps.db.transaction(async (trx) => {
    const file = await lockFile(trx, id);
    if (!file) throw notFound('We could not find this file.');
    if (file.version !== change.version)
      throw conflict('Someone else changed this file. Look at their change, then try again.', 'recipe_changed');
    const { recipe, undone } = file;
    const next: { recipe: Recipe; undone: Recipe } = (() => {
      switch (change.do) {
        case 'add':
          return { recipe: [...recipe, ...change.steps], undone: [] };
        case 'apply':
          return { recipe: [...recipe, ...saved!.steps], undone: [] };
        case 'undo': {
          const kept = Math.max(0, recipe.length - (change.steps ?? 1));
          return { recipe: recipe.slice(0, kept), undone: [...recipe.slice(kept), ...undone] };
        }
        case 'redo': {
          const count = change.steps ?? 1;
          return { recipe: [...recipe, ...undone.slice(0, count)], undone: undone.slice(count) };
        }
      }
    })();
    if (next.recipe.length > MAX_STEPS)
      throw new Refusal(422, 'too_many_steps', 'This file has 5,000 steps. Import it, and go on with the result.');
    await updateFile(trx, id, {
      ...next,
      version: file.version + 1,
      usedAt: deps.clock.now(),
      ...(saved?.mapping ? { mapping: { ...file.mapping, ...saved.mapping } } : {}),
    });
    return file;
  });
  if (saved?.format) await readAsSaved(deps, changedFile, saved);
}

/** Reads the file again if the recipe was made for another format. */
async function readAsSaved(deps: WorkbenchDeps, file: FileRow, { format, mapping }: SavedRecipe): Promise<void> {
  const next = { ...file.format, ...format };
  if (isDeepStrictEqual(next, file.format)) return;
  await rereadFile(deps, file.id, next);
  await updateFile(deps.db, file.id, { mapping });
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
  const steps = file.recipe.filter((step) => step.do !== 'edit');
  await saveRecipe(deps.db, { name, steps, mapping, format: file.format, at: deps.clock.now() });
  return { name, steps: steps.length };
}
