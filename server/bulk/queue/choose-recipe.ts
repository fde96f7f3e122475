import type { Knex } from 'knex';
import { Refusal } from '#server/http/errors.ts';
import { readCsv } from '../read/csv.ts';
import { decodeBytes } from '../read/decode.ts';
import { readBytes, type SpooledFile } from '../read/spool.ts';
import { compileRecipe, nameColumns } from '../recipe/apply-recipe.ts';
import { findRecipe, listRecipes, type SavedRecipe } from '../recipe/queries-recipes.ts';
import type { LoadedRecipe } from '../recipe/recipes.ts';

/** Chooses the recipe for an unattended file: the named one, or the latest that was made for its header. */
export async function chooseRecipe(db: Knex, file: SpooledFile, name: string | null): Promise<LoadedRecipe> {
  if (file.registry) return {};
  const headers = nameColumns(await readHeaders(file));
  if (name === null) {
    const recipe = (await listRecipes(db)).find((saved) => isMadeFor(saved, headers));
    return recipe ? { recipe: recipe.steps, mapping: recipe.mapping } : {};
  }
  const recipe = await findRecipe(db, name);
  if (!recipe) throw refuse(`There is no recipe “${name}” anymore. Choose another one for the watched folder.`);
  const [missing] = listMissing(recipe, headers);
  if (missing !== undefined)
    throw refuse(`The recipe “${recipe.name}” needs the column “${missing}”, which this file doesn’t have.`);
  return { recipe: recipe.steps, mapping: recipe.mapping };
}

const refuse = (message: string) => new Refusal(422, 'bad_recipe', message);

/** The columns that a recipe or its mapping uses, and the file lacks. */
function listMissing({ steps, mapping }: SavedRecipe, headers: readonly string[]): string[] {
  const compiled = compileRecipe(steps, headers);
  return [...compiled.missing, ...Object.keys(mapping ?? {}).filter((header) => !compiled.headers.includes(header))];
}

/** True if a recipe has a mapping for exactly the columns of the file. */
export function isMadeFor(recipe: SavedRecipe, headers: readonly string[]): boolean {
  if (recipe.mapping === null || listMissing(recipe, headers).length > 0) return false;
  return compileRecipe(recipe.steps, headers).headers.every((header) => header in recipe.mapping!);
}

async function readHeaders(file: SpooledFile): Promise<string[]> {
  const bytes = readBytes(file);
  try {
    return (await readCsv(decodeBytes(bytes, file.encoding.encoding))).headers;
  } finally {
    bytes.destroy();
  }
}
