import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPatientDetails, suggestedReplies } from './patient-privacy.ts';

const isFlagged = (text: string) => findPatientDetails(text).length > 0;

it.each(['first.txt', 'second.txt', 'third.txt', 'fourth.txt', 'fifth.txt'])(
  'finds at least 95 of 100 replies in %s that confirm a patient, and flags at most 5 of 100 others',
  (file) => {
    const lines = readFileSync(join(import.meta.dirname, 'replies', file), 'utf8')
      .trim()
      .split('\n');
    const risky = lines.slice(lines.indexOf('risky') + 1, lines.indexOf('harmless'));
    const harmless = lines.slice(lines.indexOf('harmless') + 1);
    expect([risky, harmless].map(({ length }) => length)).toEqual([100, 100]);
    expect(risky.filter((text) => !isFlagged(text)).length).toBeLessThanOrEqual(5);
    expect(harmless.filter(isFlagged).length).toBeLessThanOrEqual(5);
  },
);

it('suggests only replies that it would not flag', () => {
  expect(suggestedReplies.filter(isFlagged)).toEqual([]);
});

it('names the words and what they tell, each kind once', () => {
  expect(findPatientDetails('We saw you last week for your cleaning and your filling.')).toEqual([
    { kind: 'visit', words: 'We saw you' },
    { kind: 'treatment', words: 'your cleaning' },
    { kind: 'when', words: 'last week' },
  ]);
});
