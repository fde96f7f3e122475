import { expect, it } from 'vitest';
import { canonicalTopic, topicAliases, topicIds } from '#shared/articles/topics.ts';
import { topicChoices } from './topic-choices.ts';

it('the article form offers each topic once, and names what its aliases were called', () => {
  expect(topicChoices.map(({ value }) => value)).toEqual(topicIds);
  expect(topicChoices.find(({ value }) => value === 'oral-health')!.label).toBe(
    'Oral Health (Health), also Oral Hygiene and Dental Health',
  );
  for (const alias of Object.keys(topicAliases)) expect(topicIds).toContain(canonicalTopic(alias));
});
