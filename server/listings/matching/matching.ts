import type { Knex } from 'knex';
import { cacheUntilChange } from '#server/places/places.ts';
import * as sql from './queries-duplicates.ts';

export {
  findMatches,
  findNamedListings,
  matchIds,
  matchTable,
  scoreTable,
  type FoundMatch,
  type NamedRow,
} from './queries-match.ts';
export { explainMatch, IDENTIFYING, LISTED_SCORE, MATCH_SCORE, type Evidence } from './evidence.ts';
export { isDuplicate } from './queries-duplicates.ts';

/** Every listing that may repeat another one. They are kept until a listing changes, because finding them reads the whole directory. */
export const findDuplicates = (db: Knex): ReturnType<typeof sql.findDuplicates> =>
  cacheUntilChange(db, 'possible duplicates', () => sql.findDuplicates(db));
