export {
  findLikelyDuplicates,
  findMatches,
  findNamedListings,
  matchIds,
  matchTable,
  type FoundMatch,
  type NamedRow,
} from './queries-match.ts';
export { explainMatch, MATCH_SCORE } from './evidence.ts';
