import type { FileStep } from '#contract/bulk/workbench.ts';

const quote = (name: string) => `“${name.length > 40 ? `${name.slice(0, 40)}…` : name}”`;
const caseNames = { upper: 'UPPERCASE', lower: 'lowercase', title: 'Title Case' };

/** Describes a step in words. */
export function describeStep(step: FileStep): string {
  switch (step.do) {
    case 'trim':
      return `Trim spaces in ${quote(step.column)}`;
    case 'case':
      return `Change ${quote(step.column)} to ${caseNames[step.to]}`;
    case 'replace':
      return `Replace ${quote(step.find)} with ${quote(step.with)} in ${quote(step.column)}`;
    case 'fill':
      return `Set ${step.onlyBlank ? 'blank cells of ' : ''}${quote(step.column)} to ${quote(step.value)}`;
    case 'map':
    case 'items': {
      const entries = Object.entries(step.values);
      const [from = '', to = ''] = entries[0] ?? [];
      const noun = step.do === 'items' ? 'items' : 'values';
      return entries.length === 1
        ? `Change ${quote(from)} to ${quote(to)} in ${quote(step.column)}`
        : `Change ${entries.length.toLocaleString('en-US')} ${noun} in ${quote(step.column)}`;
    }
    case 'split':
      return `Split ${quote(step.column)} into ${step.into.map(quote).join(', ')}`;
    case 'join':
      return `Join ${step.columns.map(quote).join(', ')} into ${quote(step.into)}`;
    case 'date':
      return `Read ${quote(step.column)} as dates`;
    case 'phone':
      return `Format ${quote(step.column)} as phone numbers`;
    case 'use':
      return `Use the recipe ${quote(step.name)}`;
    case 'edit':
      return `Set line ${step.line} of ${quote(step.column)} to ${quote(step.value)}`;
  }
}
