import type { Knex } from 'knex';
import { Refusal } from '#server/base/http/errors.ts';
import { isMadeFor, listMissing, nameColumns } from '../recipe/apply-recipe.ts';
import { findRecipe, listRecipes, type SavedRecipe } from '../recipe/queries-recipes.ts';
import type { LoadedRecipe } from '../recipe/recipes.ts';
import type { FormattedFile } from './formatted-file.ts';

/** Chooses the recipe for an unattended file: the named one, or the latest that was made for its header. */
export async function chooseRecipe(db: Knex, file: FormattedFile, name: string | null): Promise<LoadedRecipe> {
  if (file.isRegistryFile) return {};
  if (name === null) return findFitting(db, file);
  const recipe = await findRecipe(db, name);
  if (!recipe) throw refuse(`There is no recipe “${name}” anymore. Choose another one for the watched folder.`);
  const [missing] = listMissing(recipe, nameColumns(await file.readHeaders(recipe.format ?? {})));
  if (missing !== undefined)
    throw refuse(`The recipe “${recipe.name}” needs the column “${missing}”, which this file doesn’t have.`);
  return toLoaded(recipe);
}

async function findFitting(db: Knex, file: FormattedFile): Promise<LoadedRecipe> {
  const detectedHeaders = await file.readHeaders({});
  for (const recipe of await listRecipes(db)) {
    if (recipe.mapping === null) continue;
    const headers = recipe.format ? await readIfPossible(file, recipe.format) : detectedHeaders;
    if (headers && isMadeFor(recipe, nameColumns(headers))) return toLoaded(recipe);
  }
  return {};
}

/** A format that doesn't suit a file, such as one that names a sheet, says nothing about other recipes. */
async function readIfPossible(file: FormattedFile, format: NonNullable<SavedRecipe['format']>) {
  try {
    return await file.readHeaders(format);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const toLoaded = ({ steps, mapping, format }: SavedRecipe): LoadedRecipe => ({
  recipe: steps,
  mapping,
  format: format ?? {},
});

const refuse = (message: string) => new Refusal(422, 'bad_recipe', message);
