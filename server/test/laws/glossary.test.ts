import { expect, it } from 'vitest';
import { findProse } from './prose.ts';
import { readSource } from './source-files.ts';

const rows = [...readSource('docs/glossary.md').matchAll(/^\| (\w[\w ]*?) *\|([^|]+)\|(.*`.*)\|$/gm)];
const glossary = rows.map(([, word, , never]) => ({
  word: word!,
  never: [...never!.matchAll(/`([^`]+)`/g)].map(([, other]) => other!),
}));
/** Screens, emails, and sentences of the server. Articles for patients tell stories in their own words. */
const shown = findProse().filter(
  ({ kind, file }) => kind === 'interface' && !file.startsWith('server/articles/sample/') && !/sandbox/.test(file),
);

it('names each thing by one word on screens and in emails', () => {
  expect(glossary.length).toBeGreaterThanOrEqual(10);
  for (const { word, never } of glossary) {
    expect(never.length, word).toBeGreaterThan(0);
    expect(
      shown.some(({ text }) => new RegExp(`\\b${word}`, 'i').test(text)),
      word,
    ).toBe(true);
  }
  const faults = shown.flatMap(({ file, line, text }) =>
    glossary.flatMap(({ word, never }) =>
      never
        .filter((other) => new RegExp(`\\b${other}`, 'i').test(text))
        .map((other) => `${file}:${line} says “${other}” for “${word}”: ${text.slice(0, 120)}`),
    ),
  );
  expect(faults).toEqual([]);
});
