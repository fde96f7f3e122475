import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { recipe as recipeSchema, type Recipe } from '#contract/bulk-recipe.ts';
import { Refusal } from '#server/http/errors.ts';
import { findRecipe } from './queries-recipes.ts';

const refuse = (message: string) => new Refusal(422, 'bad_recipe', message);

/** The steps for a file, and the mapping that they were saved with. */
export interface LoadedRecipe {
  recipe?: Recipe;
  mapping?: Record<string, string | null> | null;
}

/** Loads a recipe by its name, or from a JSON file. */
export async function loadRecipe(db: Knex, nameOrPath: string | undefined): Promise<LoadedRecipe> {
  if (nameOrPath === undefined) return {};
  if (nameOrPath === '') throw refuse('Name the recipe after --recipe.');
  if (!/\.json$/i.test(nameOrPath)) {
    const saved = await findRecipe(db, nameOrPath);
    if (!saved) throw refuse(`There is no recipe “${nameOrPath}”.`);
    return { recipe: saved.steps, mapping: saved.mapping };
  }
  const text = await readFile(nameOrPath, 'utf8');
  try {
    const content = JSON.parse(text) as unknown;
    if (Array.isArray(content)) return { recipe: recipeSchema.parse(content) };
    const { steps, mapping } = content as { steps: unknown; mapping?: Record<string, string | null> };
    return { recipe: recipeSchema.parse(steps), mapping: mapping ?? null };
  } catch {
    throw refuse(`“${nameOrPath}” isn’t a recipe.`);
  }
}
