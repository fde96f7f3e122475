import { describe, expect, it } from 'vitest';
import { findProse, type Prose } from './prose.ts';

const stiltedWords =
  /\b(told|tells|beside|anew|meanwhile|somebody|nobody|whoever|whom|for to|stands|looks into|takes? back|taken back|is gone|goes on|went on|may be had|of its own|no one|the foot|not any ?more|any more|whilst|amongst|towards|mends?|mended|begun|thereof|wherein|hence|lest)\b/gi;
const britishStems =
  'apologis|authoris|capitalis|categoris|centralis|customis|finalis|generalis|initialis|itemis|localis|maximis|memoris|minimis|normalis|optimis|organis|penalis|prioritis|randomis|realis|recognis|sanitis|serialis|specialis|stabilis|standardis|summaris|synchronis|tokenis|utilis|visualis';
const britishSpellings = new RegExp(
  `\\b(e-mail\\w*|colour\\w*|licence\\w*|cancelled|cancelling|(?:${britishStems})(?:e[drs]?|ing|ations?)|behaviour\\w*|centre[sd]?|favour\\w*|honour\\w*|labell(?:ed|ing)|modell(?:ed|ing)|travell\\w+|defences?|grey\\w*|catalogue\\w*|neighbour\\w*|analys(?:e|ed|ing)|judgement|fulfil|instalments?|cheques?|programmes?|learnt|spelt|misspelt|ageing)\\b`,
  'gi',
);
const stiltedOpening = /^(What|Of|Who|Whoever|One|Whom|Nothing is|So that|For to|Where)\b/i;

/** Phrases that break a rule by the letter and read well. */
const allowedPhrases: readonly { phrase: string; reason: string }[] = [];

const withoutCode = (text: string): string =>
  allowedPhrases.reduce((rest, { phrase }) => rest.replaceAll(phrase, ''), text.replace(/`[^`]*`/g, ' '));

function findOpenings({ kind, text }: Prose): string[] {
  if (kind === 'interface') return [];
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => stiltedOpening.test(sentence) && !sentence.endsWith('?'));
}

function findFaults(prose: Prose): string[] {
  const text = withoutCode(prose.text);
  const words = [...text.matchAll(stiltedWords), ...text.matchAll(britishSpellings)].map(([word]) => word);
  const openings = findOpenings({ ...prose, text }).map((sentence) => `opens with "${sentence.slice(0, 12)}"`);
  return [...words, ...openings];
}

/** Two levels of folders, so that each area of the code answers for itself; `.` for files in the root folder. */
const areaOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';

/** Faults left per area while the prose is being rewritten. An area that is not listed has none. */
const budgets: Record<string, number> = {};

const prose = findProse();

describe('prose', () => {
  it('is found in comments, titles, documents, and on screens', () => {
    for (const kind of ['comment', 'title', 'document', 'interface'] as const)
      expect(prose.filter((piece) => piece.kind === kind).length, kind).toBeGreaterThan(100);
  });

  it('avoids stilted words, stilted openings, and British spellings', () => {
    const faults = prose.flatMap((piece) => {
      const found = findFaults(piece);
      return found.length > 0 ? [{ ...piece, area: areaOf(piece.file), found }] : [];
    });
    const areas = [...new Set(faults.map(({ area }) => area))].toSorted();
    const report = areas.flatMap((area) => {
      const listed = faults.filter((fault) => fault.area === area);
      if (listed.length <= (budgets[area] ?? 0)) return [];
      return [
        `${area}: ${listed.length} faults, ${budgets[area] ?? 0} allowed`,
        ...listed.map(({ file, line, found, text }) => `  ${file}:${line} [${found.join(', ')}] ${text.slice(0, 150)}`),
      ];
    });
    expect(report).toEqual([]);
  });
});
