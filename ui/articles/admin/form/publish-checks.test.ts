import { expect, it } from 'vitest';
import { toFormValues } from './article-form-values.ts';
import { checkArticle } from './publish-checks.ts';

const missing = (values: Parameters<typeof checkArticle>[0], hasTwin = false) =>
  checkArticle(values, hasTwin)
    .filter(({ isDone }) => !isDone)
    .map(({ label }) => label);
const empty = toFormValues(null);
const complete = {
  ...empty,
  title: 'Whitening at home',
  excerpt: 'What works.',
  content: `What works\n\nSee [dentists](/dentists/tx).\n\n${'word '.repeat(300)}`,
  sources: 'A study',
  reviewer: 'Ann Poe, DDS',
  metaDescription: 'What works.',
};

it('names everything that an empty article lacks', () => {
  expect(missing(empty)).toHaveLength(checkArticle(empty, false).length);
});

it('is done for an article with its parts, unless another has its title', () => {
  expect(missing(complete)).toEqual([]);
  expect(missing(complete, true)).toEqual(['A title of its own']);
  expect(missing({ ...complete, content: complete.content.replace('/dentists/tx', 'https://example.com') })).toEqual([
    'A link to a service, city, or article',
  ]);
});
