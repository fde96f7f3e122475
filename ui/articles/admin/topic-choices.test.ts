import { expect, it } from 'vitest';
import { findTopicByName } from '#shared/articles/topics.ts';
import { topicChoices } from './topic-choices.ts';

const topics = [
  {
    id: 'oral-health',
    title: 'Oral Health',
    category: 'Health',
    about: '',
    formerIds: ['oral-hygiene', 'dental-health'],
  },
  { id: 'braces', title: 'Braces and Aligners', category: 'Braces', about: '', formerIds: [] },
];

it('the article form offers each topic once, and names what it was called', () => {
  expect(topicChoices(topics).map(({ label }) => label)).toEqual([
    'Oral Health (Health), also Oral Hygiene and Dental Health',
    'Braces and Aligners (Braces)',
  ]);
  for (const name of ['oral-hygiene', 'Dental Health', ' ORAL  health '])
    expect(findTopicByName(topics, name)?.id).toBe('oral-health');
  expect(findTopicByName(topics, 'braces and aligners')?.id).toBe('braces');
  expect(findTopicByName(topics, 'caries')).toBeUndefined();
});
