import { describe, expect, it } from 'vitest';
import { findProse, type Prose } from './prose.ts';

const stiltedWords =
  /\b(told|tells|beside|anew|meanwhile|somebody|nobody|whoever|whom|for to|stands(?! for\b)|looks into|takes? back|taken back|is gone|goes on|went on|may be had|the foot|not any ?more|whilst|amongst|towards|mends?|mended|begun|thereof|wherein|lest)\b/gi;
const britishStems =
  'apologis|authoris|capitalis|categoris|centralis|customis|finalis|generalis|initialis|itemis|localis|maximis|memoris|minimis|normalis|optimis|organis|penalis|prioritis|randomis|realis|recognis|sanitis|serialis|specialis|stabilis|standardis|summaris|synchronis|tokenis|utilis|visualis';
const britishSpellings = new RegExp(
  `\\b(e-mail\\w*|colour\\w*|licence\\w*|cancelled|cancelling|(?:${britishStems})(?:e[drs]?|ing|ations?)|behaviour\\w*|centre[sd]?|favour\\w*|honour\\w*|labell(?:ed|ing)|modell(?:ed|ing)|travell\\w+|defences?|grey\\w*|catalogue\\w*|neighbour\\w*|analys(?:e|ed|ing)|judgement|fulfil|instalments?|cheques?|programmes?|learnt|spelt|misspelt|ageing)\\b`,
  'gi',
);
const stiltedOpening = /^(What|Of|Who|Whoever|One|Whom|Nothing is|So that|For to|Where)\b/i;

/** Documents and titles may open with "One table" or "Where a schema", which stilted comments overuse. */
const relaxedOpening = /^(What|Of|Whoever|Whom|So that|For to)\b/;

/** Phrases that break a rule by the letter and read well. */
const allowedPhrases: readonly { phrase: string; reason: string }[] = [];

const withoutCode = (text: string): string =>
  allowedPhrases.reduce((rest, { phrase }) => rest.replaceAll(phrase, ''), text.replace(/`[^`]*`/g, ' '));

function findOpenings({ kind, text }: Prose): string[] {
  if (kind === 'interface') return [];
  const opening = kind === 'comment' ? stiltedOpening : relaxedOpening;
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => opening.test(sentence) && !sentence.endsWith('?'));
}

/** Articles for patients tell stories, so "told" and "goes on" are at home there. */
const isArticle = (file: string): boolean => file.startsWith('server/articles/sample/');

function findFaults(prose: Prose): string[] {
  const text = withoutCode(prose.text);
  const words = [...(isArticle(prose.file) ? [] : text.matchAll(stiltedWords)), ...text.matchAll(britishSpellings)].map(
    ([word]) => word,
  );
  const openings = findOpenings({ ...prose, text }).map((sentence) => `opens with "${sentence.slice(0, 12)}"`);
  return [...words, ...openings];
}

const prose = findProse();

describe('prose', () => {
  it('is found in comments, titles, documents, and on screens', () => {
    for (const kind of ['comment', 'title', 'document', 'interface'] as const)
      expect(prose.filter((piece) => piece.kind === kind).length, kind).toBeGreaterThan(100);
  });

  it('avoids stilted words, stilted openings, and British spellings', () => {
    const faults = prose.flatMap((piece) => {
      const problems = findFaults(piece);
      return problems.length > 0
        ? [`${piece.file}:${piece.line} [${problems.join(', ')}] ${piece.text.slice(0, 150)}`]
        : [];
    });
    expect(faults).toEqual([]);
  });
});
