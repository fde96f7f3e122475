import { expect, it } from 'vitest';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { addRecipe, addSteps, listRowSteps, redoSteps, undoSteps, type FileChanges } from './move-steps.ts';

const trim = (column: string): RecipeStep => ({ do: 'trim', column });
const start: FileChanges = { format: { delimiter: ';' }, mapping: null, recipe: [], undone: [] };
const saved = {
  name: 'Board',
  steps: [trim('Who'), trim('Town')],
  mapping: { Who: 'name', Town: 'city' },
  format: { headerLine: 3 },
};

it('restores every state on the way back, and every state on the way forward', () => {
  const states = [start];
  const go = (change: (file: FileChanges) => FileChanges) => states.push(change(states.at(-1)!));
  go((file) => addSteps(file, [trim('A')]));
  go((file) => addRecipe(file, saved));
  go((file) => addSteps(file, [trim('B')]));
  go((file) => addRecipe(file, { ...saved, name: 'Sheet', format: { sheet: 'People' }, mapping: { Who: 'lastName' } }));
  const last = states.at(-1)!;
  expect(last.format).toEqual({ delimiter: ';', headerLine: 3, sheet: 'People' });
  const setupOf = ({ recipe, format, mapping }: FileChanges) => ({ recipe, format, mapping });
  let file = last;
  for (const state of states.toReversed()) {
    file = undoSteps(file, file.recipe.length - state.recipe.length);
    expect(setupOf(file)).toEqual(setupOf(state));
  }
  for (const state of states) {
    file = redoSteps(file, state.recipe.length - file.recipe.length);
    expect(setupOf(file)).toEqual(setupOf(state));
  }
  expect(file).toEqual(last);
});

it('keeps a field that was chosen after the recipe, and forgets those of the recipe', () => {
  const used = addRecipe(start, { ...saved, format: null });
  const mapped = { ...used, mapping: { ...used.mapping, Town: 'state', Notes: 'phone' } };
  const undone = undoSteps(mapped, 3);
  expect(undone.mapping).toEqual({ Town: 'state', Notes: 'phone' });
  expect(redoSteps(undone, 3).mapping).toEqual({ Who: 'name', Town: 'state', Notes: 'phone' });
});

it('marks a recipe only if it sets a format or fields', () => {
  const plain = { ...saved, mapping: null, format: null };
  expect(addRecipe(start, plain).recipe).toEqual(saved.steps);
  expect(addRecipe(start, saved).recipe.map((step) => step.do)).toEqual(['use', 'trim', 'trim']);
  expect(listRowSteps(addRecipe(start, saved).recipe)).toEqual(saved.steps);
});
