import { expect, it } from 'vitest';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import { listPlanChoices, listPlanNames, togglePlan } from './plan-choices.ts';

const plan = (storedName: string, name = storedName, gone: CatalogPlan['gone'] = null): CatalogPlan => ({
  slug: storedName.toLowerCase(),
  storedName,
  name,
  gone,
});
/** Delta was renamed, Unum was merged into Aetna, and Avesis was retired. */
const plans = [
  plan('Delta', 'Delta USA'),
  plan('Aetna'),
  plan('Unum', 'Aetna', 'merged'),
  plan('Avesis', 'Avesis', 'retired'),
  plan('Plan 43', 'Acme'),
];

it('names plans as they are called now', () => {
  expect(listPlanNames('Delta; Aetna; Unum; Plan 43', plans)).toEqual(['Delta USA', 'Aetna', 'Acme']);
  expect(listPlanNames('', plans)).toEqual([]);
});

it('offers retired plans only to listings that name them', () => {
  const namesOf = (text: string) => listPlanChoices(text, plans).map(({ name, isChosen }) => [name, isChosen]);
  expect(namesOf('Unum')).toEqual([
    ['Delta USA', false],
    ['Aetna', true],
    ['Acme', false],
  ]);
  expect(namesOf('Avesis').at(-1)).toEqual(['Avesis', true]);
});

it('removes all that was merged into a plan, and keeps everything else', () => {
  expect(togglePlan('Delta; Aetna; Unum; Avesis', 'Aetna', false, plans)).toBe('Delta; Avesis');
  expect(togglePlan('Avesis', 'Acme', true, plans)).toBe('Avesis; Plan 43');
  expect(togglePlan('Plan 43', 'Delta USA', true, plans)).toBe('Delta; Plan 43');
});
