import type { RecipeStep } from '#contract/bulk-recipe.ts';

/** The fields of the form, for all kinds of steps. */
export interface StepDraft {
  kind: StepKind;
  find: string;
  text: string;
  by: string;
  names: string;
  other: string;
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
  { value: 'join', label: 'Join with a column' },
] as const;
export type StepKind = (typeof stepKinds)[number]['value'];

export const emptyDraft: StepDraft = { kind: 'trim', find: '', text: '', by: ',', names: '', other: '' };

/** The step that a draft describes, or null while something is missing. */
export function buildStep(column: string, draft: StepDraft): RecipeStep | null {
  const { kind, find, text, by, names, other } = draft;
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
      return other === '' ? null : { do: 'join', columns: [column, other], by, into: names.trim() || column };
  }
}
