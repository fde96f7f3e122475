import type { Recipe } from '#contract/bulk/recipe.ts';
import { readCsv, type CsvFile, type CsvFormat } from '../read/csv.ts';
import { applyRecipe } from './apply-recipe.ts';

/** How a file is read and changed before it is cleaned. */
export interface ReadOptions {
  format?: CsvFormat;
  /** Even an empty recipe gives blank and repeated columns names of their own. */
  recipe?: Recipe;
}

export async function readRows(text: AsyncIterable<string>, { format, recipe }: ReadOptions): Promise<CsvFile> {
  const file = await readCsv(text, format);
  return recipe ? applyRecipe(file, recipe) : file;
}
