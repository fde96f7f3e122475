import { describe, expect, it } from 'vitest';
import { findProse, type Prose } from './prose.ts';

const stiltedWords =
  /\b(told|tells|beside|anew|meanwhile|somebody|nobody|whoever|whom|for to|stands(?! for\b)|looks into|takes? back|taken back|is gone|goes on|went on|may be had|of its own|no one|the foot|not any ?more|any more|whilst|amongst|towards|mends?|mended|begun|thereof|wherein|hence|lest)\b/gi;
const britishStems =
  'apologis|authoris|capitalis|categoris|centralis|customis|finalis|generalis|initialis|itemis|localis|maximis|memoris|minimis|normalis|optimis|organis|penalis|prioritis|randomis|realis|recognis|sanitis|serialis|specialis|stabilis|standardis|summaris|synchronis|tokenis|utilis|visualis';
const britishSpellings = new RegExp(
  `\\b(e-mail\\w*|colour\\w*|licence\\w*|cancelled|cancelling|(?:${britishStems})(?:e[drs]?|ing|ations?)|behaviour\\w*|centre[sd]?|favour\\w*|honour\\w*|labell(?:ed|ing)|modell(?:ed|ing)|travell\\w+|defences?|grey\\w*|catalogue\\w*|neighbour\\w*|analys(?:e|ed|ing)|judgement|fulfil|instalments?|cheques?|programmes?|learnt|spelt|misspelt|ageing)\\b`,
  'gi',
);
const stiltedOpening = /^(What|Of|Who|Whoever|One|Whom|Nothing is|So that|For to|Where)\b/i;

/** A document may open a sentence with "One table" or "Where a schema", which stilted comments overuse. */
const stiltedDocumentOpening = /^(What|Of|Whoever|Whom|So that|For to)\b/;

/** Phrases that break a rule by the letter and read well. */
const allowedPhrases: readonly { phrase: string; reason: string }[] = [];

const withoutCode = (text: string): string =>
  allowedPhrases.reduce((rest, { phrase }) => rest.replaceAll(phrase, ''), text.replace(/`[^`]*`/g, ' '));

function findOpenings({ kind, text }: Prose): string[] {
  if (kind === 'interface') return [];
  const opening = kind === 'document' ? stiltedDocumentOpening : stiltedOpening;
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => opening.test(sentence) && !sentence.endsWith('?'));
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
const budgets: Record<string, number> = {
  '.': 60,
  bench: 15,
  'bench/bulk': 5,
  'bench/insights': 8,
  'bench/parts': 7,
  'desktop/bridge': 9,
  'desktop/e2e': 41,
  'desktop/main': 123,
  'desktop/offline': 34,
  'desktop/policy': 15,
  'desktop/renderer': 6,
  'desktop/security': 3,
  server: 19,
  'server/accounts': 33,
  'server/ads': 5,
  'server/articles': 36,
  'server/audit': 7,
  'server/billing': 37,
  'server/bulk': 86,
  'server/claims': 37,
  'server/contract': 58,
  'server/db': 62,
  'server/http': 29,
  'server/insights': 37,
  'server/listings': 44,
  'server/places': 5,
  'server/site': 7,
  'server/stripe-sandbox': 19,
  'ui/accounts': 19,
  'ui/admin-shell': 8,
  'ui/ads': 8,
  'ui/app': 37,
  'ui/articles': 13,
  'ui/billing': 16,
  'ui/bulk': 33,
  'ui/claims': 36,
  'ui/insights': 18,
  'ui/kit': 56,
  'ui/listings': 52,
  'ui/places': 9,
  'ui/platform': 24,
  'ui/site': 12,
  web: 15,
  'web/e2e': 41,
};

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
