import type { RecipeStep } from '#contract/bulk/recipe.ts';

/** The fields of the form, for all kinds of steps. */
export interface StepDraft {
  kind: StepKind;
  find: string;
  text: string;
  by: string;
  names: string;
  /** The other columns to join, in order. */
  others: string[];
}
export const stepKinds = [
  { value: 'trim', label: 'Trim spaces' },
  { value: 'title', label: 'Title Case' },
  { value: 'upper', label: 'UPPERCASE' },
  { value: 'lower', label: 'lowercase' },
  { value: 'replace', label: 'Find and replace' },
  { value: 'fill', label: 'Fill blank cells' },
  { value: 'set', label: 'Set all cells' },
  { value: 'phone', label: 'Format phone numbers' },
  { value: 'monthDate', label: 'Read dates (month first)' },
  { value: 'dayDate', label: 'Read dates (day first)' },
  { value: 'split', label: 'Split into columns' },
  { value: 'join', label: 'Join with other columns' },
] as const;
export type StepKind = (typeof stepKinds)[number]['value'];

export const emptyDraft: StepDraft = { kind: 'trim', find: '', text: '', by: ',', names: '', others: [] };

/** The step that a draft describes, or null while something is missing. */
export function buildStep(column: string, draft: StepDraft): RecipeStep | null {
  const { kind, find, text, by, names, others } = draft;
  switch (kind) {
    case 'trim':
    case 'phone':
      return { do: kind, column };
    case 'title':
    case 'upper':
    case 'lower':
      return { do: 'case', column, to: kind };
    case 'replace':
      return find === '' ? null : { do: 'replace', column, find, with: text };
    case 'fill':
    case 'set':
      return text === '' && kind === 'fill' ? null : { do: 'fill', column, value: text, onlyBlank: kind === 'fill' };
    case 'monthDate':
    case 'dayDate':
      return { do: 'date', column, order: kind === 'dayDate' ? 'day' : 'month' };
    case 'split': {
      const into = names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean);
      return by === '' || into.length < 2 ? null : { do: 'split', column, by, into: into.slice(0, 10) };
    }
    case 'join':
      return others.length === 0
        ? null
        : { do: 'join', columns: [column, ...others.slice(0, 9)], by, into: names.trim() || column };
  }
}
