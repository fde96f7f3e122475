import { isDeepStrictEqual } from 'node:util';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';

type Mapping = Record<string, string | null>;

/** How a file is read, and the fields that were chosen for its columns. */
interface FileSetup {
  format: FileFormat;
  mapping: Mapping | null;
}

/** Marks where a saved recipe was applied, and holds the setup before and after, so that undo restores it. */
interface UseStep {
  do: 'use';
  name: string;
  before: FileSetup;
  after: FileSetup;
}

/** A step in the list of changes of a file. */
export type FileStep = RecipeStep | UseStep;

export interface FileChanges extends FileSetup {
  recipe: FileStep[];
  undone: FileStep[];
}

/** The steps that change rows. */
export const listRowSteps = (steps: readonly FileStep[]): RecipeStep[] => steps.filter((step) => step.do !== 'use');

export const addSteps = (file: FileChanges, steps: readonly RecipeStep[]): FileChanges => ({
  ...file,
  recipe: [...file.recipe, ...steps],
  undone: [],
});

/** Adds the steps of a saved recipe, with the format and the fields that it was saved with. */
export function addRecipe(
  file: FileChanges,
  saved: { name: string; steps: readonly RecipeStep[]; mapping: Mapping | null; format: FileFormat | null },
): FileChanges {
  const before = pickSetup(file);
  const format = { ...file.format, ...saved.format };
  // Another format may give other columns, so fields that were chosen for the present ones don't count.
  const chosen = isDeepStrictEqual(format, file.format) ? file.mapping : null;
  const after = { format, mapping: saved.mapping ? { ...chosen, ...saved.mapping } : chosen };
  const mark: UseStep[] = isDeepStrictEqual(before, after) ? [] : [{ do: 'use', name: saved.name, before, after }];
  return { recipe: [...file.recipe, ...mark, ...saved.steps], undone: [], ...after };
}

export function undoSteps(file: FileChanges, count: number): FileChanges {
  const kept = Math.max(0, file.recipe.length - count);
  const removed = file.recipe.slice(kept);
  let setup = pickSetup(file);
  for (const step of removed.toReversed()) if (step.do === 'use') setup = changeSetup(setup, step.after, step.before);
  return { recipe: file.recipe.slice(0, kept), undone: [...removed, ...file.undone], ...setup };
}

export function redoSteps(file: FileChanges, count: number): FileChanges {
  const added = file.undone.slice(0, count);
  let setup = pickSetup(file);
  for (const step of added) if (step.do === 'use') setup = changeSetup(setup, step.before, step.after);
  return { recipe: [...file.recipe, ...added], undone: file.undone.slice(count), ...setup };
}

const pickSetup = ({ format, mapping }: FileSetup): FileSetup => ({ format, mapping });

/** Moves a file from one setup to another. A format or a field that a person has chosen since stays. */
function changeSetup(setup: FileSetup, from: FileSetup, to: FileSetup): FileSetup {
  if (isDeepStrictEqual(setup, from)) return to;
  if (!isDeepStrictEqual(setup.format, from.format)) return setup;
  if (!isDeepStrictEqual(from.format, to.format)) return to;
  const mapping = { ...setup.mapping };
  for (const header of Object.keys({ ...from.mapping, ...to.mapping })) {
    if ((mapping[header] ?? null) !== (from.mapping?.[header] ?? null)) continue;
    const next = to.mapping?.[header];
    if (next === undefined) delete mapping[header];
    else mapping[header] = next;
  }
  return { format: to.format, mapping };
}
