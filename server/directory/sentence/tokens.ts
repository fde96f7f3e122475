/** A word or number of a sentence. */
export interface Token {
  /** Lower case, without accents and apostrophes, and with known misspellings corrected. */
  word: string;
  start: number;
  end: number;
  /** A comma or another mark separates this token from the previous one. */
  startsClause: boolean;
  isUpperCase: boolean;
}

const tokenPattern =
  /\d{5}-\d{4}|\d{1,2}(?::\d{2})?[ap]m(?!\p{L})|\d{1,2}:\d{2}|\$?\d+(?:,\d{3})*(?:\.\d+)?(?:k(?![\p{L}\d]))?\+?|w\/o?(?![\p{L}\d])|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[<>]/giu;
const clauseMark = /[,;:!?|()\n]|\.\s/;
/** A period after these belongs to the word. */
const abbreviations = new Set(['dr', 'st', 'ft', 'mt', 'mr', 'mrs', 'ms', 'jr', 'sr']);

const shortForms = new Map([
  ['w/', 'with'],
  ['w/o', 'without'],
]);

function fold(text: string): string {
  const word = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  // "1,000" and "10k" are numbers.
  return shortForms.get(word) ?? word.replace(/(?<=\d),(?=\d)/g, '').replace(/(?<=\d)k$/, '000');
}

export function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    const previous = tokens.at(-1);
    const gap = previous ? text.slice(previous.end, match.index) : '';
    const isAbbreviated = previous !== undefined && abbreviations.has(previous.word) && gap.trim() === '.';
    tokens.push({
      word: fold(match[0]),
      start: match.index,
      end: match.index + match[0].length,
      startsClause: previous === undefined || (clauseMark.test(gap) && !isAbbreviated),
      isUpperCase: match[0] === match[0].toUpperCase(),
    });
  }
  return tokens;
}
