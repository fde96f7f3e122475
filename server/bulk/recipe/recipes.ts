import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Knex } from 'knex';
import { recipe as recipeSchema } from '#contract/bulk/recipe.ts';
import { recipeFile, type FileFormat } from '#contract/bulk/workbench.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { chooseEncoding, inspectFile, type SpooledFile } from '../read/spool.ts';
import { findRecipe } from './queries-recipes.ts';
import type { ReadOptions } from './read-rows.ts';

const refuse = (message: string) => new Refusal(422, 'bad_recipe', message);

/** The steps for a file, and the mapping and format that they were saved with. */
export interface LoadedRecipe extends ReadOptions {
  mapping?: Record<string, string | null> | null;
  format?: FileFormat;
}

/** Loads a recipe by its name, or from a JSON file. */
export async function loadRecipe(db: Knex, nameOrPath: string | undefined): Promise<LoadedRecipe> {
  if (nameOrPath === undefined) return {};
  if (nameOrPath === '') throw refuse('Name the recipe after --recipe.');
  if (!/\.json$/i.test(nameOrPath)) {
    const saved = await findRecipe(db, nameOrPath);
    if (!saved) throw refuse(`There is no recipe “${nameOrPath}”.`);
    return { recipe: saved.steps, mapping: saved.mapping, format: saved.format ?? {} };
  }
  const text = await readFile(nameOrPath, 'utf8');
  try {
    const content = JSON.parse(text) as unknown;
    if (Array.isArray(content)) return { recipe: recipeSchema.parse(content) };
    const { steps, mapping, format } = recipeFile.parse(content);
    return { recipe: steps, mapping: mapping ?? null, format: format ?? {} };
  } catch {
    throw refuse(`“${nameOrPath}” isn’t a recipe.`);
  }
}

/** Opens a file on this machine as its recipe says: with its sheet and encoding. */
export async function openWithRecipe(
  path: string,
  recipe: LoadedRecipe,
): Promise<LoadedRecipe & { file: SpooledFile }> {
  const { sheet, encoding } = recipe.format ?? {};
  const file = await inspectFile(path, basename(path), sheet);
  return { ...recipe, file: chooseEncoding(file, encoding) };
}
