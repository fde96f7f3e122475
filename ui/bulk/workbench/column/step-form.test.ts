import { expect, it } from 'vitest';
import { recipeStep } from '#contract/bulk/recipe.ts';
import { describeStep } from '#ui/bulk/workbench/describe-step.ts';
import { buildStep, emptyDraft, stepKinds } from './step-form.ts';
import { isTable } from '../use-pasted-table.ts';

const full = { find: 'a', text: 'b', by: '-', names: 'One, Two', others: ['City', 'ZIP'] };

it('builds a valid step of every kind and describes it', () => {
  const sentences = stepKinds.map(({ value: kind }) => {
    const step = recipeStep.parse(buildStep('Name', { kind, ...full }));
    return describeStep(step);
  });
  expect(sentences).toEqual([
    'Trim spaces in “Name”',
    'Change “Name” to Title Case',
    'Change “Name” to UPPERCASE',
    'Change “Name” to lowercase',
    'Replace “a” with “b” in “Name”',
    'Set blank cells of “Name” to “b”',
    'Set “Name” to “b”',
    'Format “Name” as phone numbers',
    'Read “Name” as dates',
    'Read “Name” as dates',
    'Split “Name” into “One”, “Two”',
    'Join “Name”, “City”, “ZIP” into “One, Two”',
  ]);
});

it('builds no step while something is missing', () => {
  for (const kind of ['replace', 'fill', 'split', 'join'] as const)
    expect(buildStep('Name', { ...emptyDraft, kind })).toBeNull();
});

it('recognizes rows copied from a spreadsheet', () => {
  expect(isTable('Name\tCity\nAnn\tBoston\n')).toBe(true);
  expect(isTable('Name, City\nAnn, Boston\n')).toBe(false);
  expect(isTable('one\ttab only')).toBe(false);
});
