export { findMatches, matchIds, matchTable, type FoundMatch } from './queries-match.ts';
export { explainMatch, MATCH_SCORE } from './evidence.ts';
