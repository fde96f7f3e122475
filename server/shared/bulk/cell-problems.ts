import { getFieldLabel } from './fields.ts';

interface CellProblem {
  column: string | null;
  count: number;
  outcome?: 'refused' | 'blank' | 'flagged' | undefined;
}

const nouns: Record<string, [one: string, many: string]> = {
  phone: ['phone', 'phones'],
  email: ['email address', 'email addresses'],
  website: ['website', 'websites'],
  npi: ['NPI', 'NPIs'],
  lat: ['pair of coordinates', 'pairs of coordinates'],
};
const nameCells = (column: string, count: number): string => {
  const [one, many] = nouns[column] ?? ['', ''];
  if (one !== '') return count === 1 ? one : many;
  return `${count === 1 ? 'cell' : 'cells'} of ${getFieldLabel(column)}`;
};

/** Says for each field how many of its cells are left blank, such as “312 phones weren’t usable, and are left blank.” */
export function describeBlankCells(problems: readonly CellProblem[]): string[] {
  const counts = new Map<string, number>();
  for (const { column, count, outcome } of problems)
    if (outcome === 'blank' && column !== null) counts.set(column, (counts.get(column) ?? 0) + count);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([column, count]) => {
      const verbs = count === 1 ? 'wasn’t usable, and is' : 'weren’t usable, and are';
      return `${count.toLocaleString('en-US')} ${nameCells(column, count)} ${verbs} left blank.`;
    });
}
