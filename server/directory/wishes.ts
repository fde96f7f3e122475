import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import type { Wish } from '#contract/listings/listings.ts';
import type { ResolvedQuery } from './filters.ts';
import type { InterpretedQuery, SearchFilters } from './query.ts';

/** The filters that are one wish each. The evening is before the days, because it depends on them. */
const singleWishes = [
  'service',
  'plan',
  'evening',
  'openOn',
  'openAt',
  'openNow',
  'gender',
  'maxPrice',
  'minRating',
  'minReviews',
  ...featureFilterNames,
] as const satisfies readonly (keyof SearchFilters)[];

/** A wish, and the query without it. */
interface DroppableWish extends Wish {
  drop: (query: ResolvedQuery) => ResolvedQuery;
}

/** The wishes of a search. The place is none, and neither is a name, because another name is no near match. */
export function listWishes(query: SearchFilters, { service }: Pick<InterpretedQuery, 'service'>): DroppableWish[] {
  const languages = (query.language ?? '').split(',').flatMap((word) => word.trim() || []);
  const drop =
    (changes: Partial<ResolvedQuery>) =>
    (resolved: ResolvedQuery): ResolvedQuery => ({ ...resolved, ...changes });
  return [
    ...singleWishes
      .filter((name) =>
        name === 'service' ? service : Array.isArray(query[name]) ? query[name].length > 0 : query[name],
      )
      .map((name) => ({
        filter: name,
        value: name === 'service' ? service!.name : query[name] === true ? '1' : String(query[name]),
        drop: drop({ [name]: undefined }),
      })),
    ...(query.services ?? []).map((id) => ({
      filter: 'services',
      value: String(id),
      drop: (resolved: ResolvedQuery) => ({
        ...resolved,
        services: resolved.services?.filter((other) => other !== id),
      }),
    })),
    ...languages.map((word) => ({
      filter: 'language',
      value: word,
      drop: (resolved: ResolvedQuery) => ({
        ...resolved,
        language: (resolved.language ?? '')
          .split(',')
          .filter((other) => other.trim() !== word)
          .join(),
      }),
    })),
  ];
}
