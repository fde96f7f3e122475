import { z } from 'zod';
import { text } from '../values.ts';

const column = text(500).min(1, 'Choose a column.');
const value = text(20_000);
const values = z.record(text(20_000), value);

/** A change of a file. Steps are applied in order, row by row. */
export const recipeStep = z.discriminatedUnion('do', [
  z.object({ do: z.literal('trim'), column }),
  z.object({ do: z.literal('case'), column, to: z.enum(['upper', 'lower', 'title']) }),
  z.object({ do: z.literal('replace'), column, find: text(500).min(1, 'Enter the text to find.'), with: text(500) }),
  /** Writes a fixed value. A column that doesn't exist is added. */
  z.object({ do: z.literal('fill'), column, value, onlyBlank: z.boolean() }),
  /** Replaces whole cells. */
  z.object({ do: z.literal('map'), column, values }),
  /** Replaces items of cells that hold a list. An item that becomes blank is left out. */
  z.object({ do: z.literal('items'), column, values }),
  z.object({
    do: z.literal('split'),
    column,
    by: text(20).min(1, 'Enter the text to split at.'),
    into: z.array(column).min(2, 'Name at least two columns.').max(10),
  }),
  z.object({ do: z.literal('join'), columns: z.array(column).min(2).max(10), by: text(20), into: column }),
  z.object({ do: z.literal('date'), column, order: z.enum(['month', 'day']) }),
  z.object({ do: z.literal('phone'), column }),
  z.object({ do: z.literal('edit'), line: z.int().min(1), column, value }),
]);
export type RecipeStep = z.output<typeof recipeStep>;

export const recipe = z.array(recipeStep).max(5_000);
export type Recipe = z.output<typeof recipe>;
