import type { Knex } from 'knex';
import type { Reply } from '#contract/endpoint.ts';
import type { ownerInsights } from '#contract/insights/analytics.ts';
import type { Period } from '#shared/insights/report-zone.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { findSearchesLeadingTo, findSimilarPractices, sumActionsOfEach } from './queries-found.ts';

/** A search that fewer visits share could identify its visitor. */
const FEWEST_VISITS = 5;
/** The average of fewer practices could reveal the figures of one of them. */
const FEWEST_PRACTICES = 5;
const SHOWN = 10;

type Insights = Reply<typeof ownerInsights>;

export async function findSearches(db: Knex, dentistId: number, period: Period): Promise<Insights['searches']> {
  const found = await findSearchesLeadingTo(db, dentistId, period, { fewest: FEWEST_VISITS, limit: SHOWN });
  const visits = found.find(({ part }) => part === 'visits')!.n;
  const listPart = (part: 'term' | 'place') =>
    found.filter((row) => row.part === part).map(({ key, n }) => ({ key, n }));
  return { visits, terms: listPart('term'), places: listPart('place'), fewestVisits: FEWEST_VISITS };
}

type ListingSums = Awaited<ReturnType<typeof sumActionsOfEach>>;
/** The listings of an owner in one city share these sums, which take most of the time of a comparison. */
const similarCache = new ShortCache<ListingSums>('similar-practices');

/** The averages of similar practices in the same city; null for a small group. */
export async function findSimilar(
  db: Knex,
  dentistId: number,
  { closed, live }: { closed: Period | null; live: Period | null },
): Promise<Insights['similar']> {
  const { ids, city, group } = await findSimilarPractices(db, dentistId);
  if (ids.length < FEWEST_PRACTICES || city === null) return null;
  const key = JSON.stringify([group, closed, live]);
  const sums =
    similarCache.get(db, key) ??
    similarCache.set(db, key, await sumActionsOfEach(db, [dentistId, ...ids], ['view', 'phone'], closed, live));
  const others = new Set(ids);
  const average = (action: string) => {
    const sum = sums.reduce(
      (total, row) => (row.action === action && others.has(row.dentistId) ? total + row.n : total),
      0,
    );
    return Math.round((sum / ids.length) * 10) / 10;
  };
  return { practices: ids.length, city, views: average('view'), calls: average('phone') };
}
