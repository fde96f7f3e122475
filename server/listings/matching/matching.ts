export {
  findLikelyDuplicates,
  findMatches,
  findNamedListings,
  matchIds,
  matchTable,
  scoreTable,
  type FoundMatch,
  type NamedRow,
} from './queries-match.ts';
export { explainMatch, LISTED_SCORE, MATCH_SCORE, type Evidence } from './evidence.ts';
