import type { Knex } from 'knex';
import type { Recipe } from '#contract/bulk/recipe.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import { rows } from '#server/base/db/knex.ts';

/** A recipe with its name, and the mapping and format of the file that it was made with. */
export interface SavedRecipe {
  id: number;
  name: string;
  steps: Recipe;
  mapping: Record<string, string | null> | null;
  /** Only what the operator set by hand. */
  format: FileFormat | null;
  usedAt: Date;
}

const COLUMNS = 'id, name, steps, mapping, format, used_at';

export const listRecipes = (db: Knex) =>
  rows<SavedRecipe>(db, `select ${COLUMNS} from import_recipes order by used_at desc limit 200`);

export async function findRecipe(db: Knex, name: string): Promise<SavedRecipe | null> {
  const [recipe] = await rows<SavedRecipe>(db, `select ${COLUMNS} from import_recipes where lower(name) = lower(?)`, [
    name,
  ]);
  return recipe ?? null;
}
export async function findRecipeById(db: Knex, id: number): Promise<SavedRecipe | null> {
  const [recipe] = await rows<SavedRecipe>(db, `select ${COLUMNS} from import_recipes where id = ?`, [id]);
  return recipe ?? null;
}

/** Replaces a recipe of the same name. */
export const saveRecipe = (
  db: Knex,
  recipe: Pick<SavedRecipe, 'name' | 'steps'> & {
    mapping?: SavedRecipe['mapping'] | undefined;
    format?: FileFormat | null | undefined;
    at: Date;
  },
) =>
  rows(
    db,
    `insert into import_recipes (name, steps, mapping, format, created_at, used_at)
     values (:name, :steps, :mapping, :format, :at, :at)
     on conflict (lower(name)) do update set
       name = excluded.name, steps = excluded.steps, mapping = excluded.mapping, format = excluded.format, used_at = excluded.used_at`,
    {
      name: recipe.name,
      at: recipe.at,
      steps: JSON.stringify(recipe.steps),
      mapping: recipe.mapping ? JSON.stringify(recipe.mapping) : null,
      format: recipe.format ? JSON.stringify(recipe.format) : null,
    },
  );

export const deleteRecipe = (db: Knex, id: number) => db('importRecipes').where({ id }).delete();
