import type { Knex } from 'knex';
import type { Recipe } from '#contract/bulk-recipe.ts';
import { rows } from '#server/db/knex.ts';

/** A recipe with the name, and the mapping that it was made with. */
export interface SavedRecipe {
  id: number;
  name: string;
  steps: Recipe;
  mapping: Record<string, string | null> | null;
  usedAt: Date;
}

export const listRecipes = (db: Knex) =>
  rows<SavedRecipe>(db, `select id, name, steps, mapping, used_at from import_recipes order by used_at desc limit 200`);

export async function findRecipe(db: Knex, name: string): Promise<SavedRecipe | null> {
  const [recipe] = await rows<SavedRecipe>(
    db,
    `select id, name, steps, mapping, used_at from import_recipes where lower(name) = lower(?)`,
    [name],
  );
  return recipe ?? null;
}

/** Replaces a recipe of the same name. */
export const saveRecipe = (
  db: Knex,
  recipe: { name: string; steps: Recipe; mapping: Record<string, string | null> | null; at: Date },
) =>
  rows(
    db,
    `insert into import_recipes (name, steps, mapping, created_at, used_at) values (:name, :steps, :mapping, :at, :at)
     on conflict (lower(name)) do update set name = excluded.name, steps = excluded.steps, mapping = excluded.mapping, used_at = excluded.used_at`,
    { ...recipe, steps: JSON.stringify(recipe.steps), mapping: recipe.mapping && JSON.stringify(recipe.mapping) },
  );

export const deleteRecipe = (db: Knex, id: number) => db('importRecipes').where({ id }).delete();
