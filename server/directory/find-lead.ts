import type { Knex } from 'knex';
import type { Filter, Keys } from './queries-conditions.ts';
import { findSimilarNames } from './did-you-mean.ts';
import { findPage, type Lookup, type ResultPage } from './find-page.ts';
import { nameWords } from './name-words.ts';
import { findStreetIds } from './queries-lead.ts';
import { findNamedMatches, findNameWords } from './queries-names.ts';
import { thresholds } from './thresholds.ts';

/** The words of a sentence that no filter has. */
export interface Lead {
  /** Listings whose name or street has the words. They come first. */
  ids: number[];
  used: string[];
  unused: string[];
}

const MAX_PARTS = 4;
const MAX_LISTINGS = 10;
const SHORTEST_WORD = 3;

async function findNamed(db: Knex, keys: Keys, filter: Filter, part: string): Promise<number[]> {
  const words = nameWords(part);
  if (words.every((word) => word.length < SHORTEST_WORD)) return [];
  const stored = await findNameWords(db, words);
  if (!stored) return [];
  const options = { order: 'best' as const, offset: 0, limit: MAX_LISTINGS };
  const found = await findNamedMatches(db, keys, { ...filter, words }, stored, options, thresholds.counted);
  return found.ids ?? [];
}

/** Finds the listings of a search whose names or streets have these parts of a sentence, which commas separate. */
export async function findLead(db: Knex, keys: Keys, filter: Filter, text: string): Promise<Lead> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, MAX_PARTS);
  const lead: Lead = { ids: [], used: [], unused: [] };
  for (const part of parts) {
    let ids = await findNamed(db, keys, filter, part);
    if (ids.length === 0) ids = await findStreetIds(db, keys, filter, part, MAX_LISTINGS);
    if (ids.length === 0)
      for (const name of await findSimilarNames(db, part))
        if ((ids = await findNamed(db, keys, filter, name)).length > 0) break;
    lead[ids.length > 0 ? 'used' : 'unused'].push(part);
    lead.ids.push(...ids.filter((id) => !lead.ids.includes(id)));
  }
  return lead;
}

/** Finds a page of a search whose first results are these. */
export async function findPageWithLead(search: Omit<Lookup, 'extra'>, leadIds: readonly number[]): Promise<ResultPage> {
  const { offset, limit } = search.options;
  const first = leadIds.slice(offset, offset + limit);
  const options = {
    ...search.options,
    offset: Math.max(0, offset - leadIds.length),
    limit: Math.max(1, limit - first.length),
    skip: leadIds,
  };
  const page = await findPage({ ...search, options, extra: leadIds.length });
  return { ...page, ids: [...first, ...page.ids].slice(0, limit) };
}
