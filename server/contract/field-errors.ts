import type { z } from 'zod';
import { labelAt } from '#shared/field-labels.ts';

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};
const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  date: 'a date such as 2026-11-22',
  datetime: 'a time such as 2026-11-22T09:00:00Z',
};
const MOST_CHOICES = 12;

const isMissing = (issue: Issue): boolean => issue.input === undefined || issue.input === null;
/** "Services", but not "Address" or "Status". */
const isPlural = (label: string): boolean => /[^su]s$/i.test(label.replace(/ (?:of|for|at) .*$/, ''));

const listChoices = (values: readonly unknown[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(values.map(String));

function describeChoices(label: string, values: readonly unknown[]): string {
  if (values.length === 1) return `${label} must be ${String(values[0])}`;
  const areWords = values.every((value) => typeof value !== 'string' || /^[a-z\d]+(?:[_-][a-z\d]+)*$/.test(value));
  return areWords && values.length <= MOST_CHOICES
    ? `${label} must be one of ${listChoices(values)}`
    : `${label} must be one of the choices`;
}

function describeSize(label: string, { origin }: { origin: string }, least: boolean, bound: number): string {
  const count = bound.toLocaleString('en-US');
  const limit = `${least ? 'at least' : 'at most'} ${count}`;
  if (origin === 'string')
    return least && bound === 1 ? requireField(label) : `${label} must have ${limit} character${plural(bound)}`;
  if (origin === 'array' || origin === 'set') return `${label} must have ${limit} item${plural(bound)}`;
  return `${label} must be ${limit}`;
}
const plural = (count: number): string => (count === 1 ? '' : 's');
const requireField = (label: string): string => `${label} ${isPlural(label) ? 'are' : 'is'} required`;

/**
 * The sentence for an invalid field whose schema has no sentence of its own. It replaces zod's messages, which are
 * written for programmers.
 */
export function describeIssue(issue: Issue): string {
  const path = issue.path ?? [];
  if (path.length === 0) return isMissing(issue) ? 'Please fill in this form.' : 'The request must be a JSON object.';
  const label = labelAt(path);
  if (isMissing(issue)) return requireField(label);
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ? `${label} must be ${kinds[issue.expected]}` : `${label} isn’t valid`;
    case 'invalid_value':
      return describeChoices(label, issue.values);
    case 'too_small':
      return describeSize(label, issue, true, Number(issue.minimum));
    case 'too_big':
      return describeSize(label, issue, false, Number(issue.maximum));
    case 'invalid_format':
      return formats[issue.format] ? `${label} must be ${formats[issue.format]}` : `${label} isn’t valid`;
    default:
      return `${label} isn’t valid`;
  }
}
