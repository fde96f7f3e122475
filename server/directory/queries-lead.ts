import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { addListings } from './queries-find.ts';
import { directions, streetWords, weakStreetWords } from './sentence/street-words.ts';
import { Sql, type Filter, type Keys } from './queries-conditions.ts';

/** Kinds of streets and directions, which addresses abbreviate in many ways. */
const streetParts = new Set([...streetWords, ...weakStreetWords, ...directions, 'av', 'cir', 'pl', 'calle']);

/** Listings of cities or ZIP codes whose address has these words in this order. Whole states are too many addresses to read. */
export async function findStreetIds(
  db: Knex,
  keys: Keys,
  filter: Filter,
  text: string,
  limit: number,
): Promise<number[]> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const names = words.filter((word) => !streetParts.has(word));
  const isState = keys.everywhere || keys.states.some((state) => state !== 'DC');
  if (isState || !names.some((name) => name.length >= 3)) return [];
  const sql = new Sql().add('select h.id from (');
  addListings(sql, 'd.id, d.rank, d.name_norm', keys, filter);
  sql.add(') h join dentists l on l.id = h.id where l.address ~* ?', `\\m${names.join('\\M.*\\m')}\\M`);
  sql.add(' order by h.rank, h.name_norm, h.id limit ?', limit);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map(({ id }) => id);
}
