import { ranking } from '#shared/listings/ranking.ts';
import { findZipsNearby, type Scope } from '#server/places/places.ts';
import { findPage, type Lookup, type ResultPage } from './find-page.ts';
import { isUnfiltered } from './queries-conditions.ts';
import { readTotals } from './queries-find.ts';
import { drawIds, findMatchesAndDraw, type Draw } from './queries-sponsored.ts';
import { storedTotalSql } from './queries-totals.ts';
import { dayNumber } from './rank.ts';
import { thresholds } from './thresholds.ts';

type Search = Pick<Lookup, 'db' | 'keys' | 'filter' | 'options'>;
interface PageAndDraw extends ResultPage {
  /** The drawn listings, which come first. */
  drawnIds: readonly number[];
}
interface SponsoredPage extends PageAndDraw {
  /** The listings of this page whose position payment improved. */
  sponsoredIds: readonly number[];
}

/** Finds a page of a search whose first places are drawn among Pro Max listings. */
export async function findPageWithSponsored(search: Search, scope: Scope, now: Date): Promise<SponsoredPage> {
  const draw: Draw = {
    day: dayNumber(now),
    places: ranking.sponsoredPlaces,
    minResults: ranking.sponsoredFrom,
    zips: await findZipsNearby(search.db, scope, ranking.sponsoredMiles),
  };
  return search.options.offset < draw.places ? findFirstPage(search, draw) : findLaterPage(search, draw);
}

/**
 * Reads the first results without regard to payment, and puts the drawn listings before them. A drawn listing is sponsored only if
 * a result that was not drawn would precede it without payment.
 */
async function findFirstPage(search: Search, draw: Draw): Promise<SponsoredPage> {
  const { offset, limit } = search.options;
  const options = { ...search.options, offset: 0, limit: Math.max(offset + limit, draw.places + 1) };
  const { ids, drawnIds, ...total } = await findFirstAndDraw({ ...search, options }, draw);
  const others = ids.filter((id) => !drawnIds.includes(id));
  const firstIds = ids.slice(0, ids.indexOf(others[0]!));
  return {
    ...total,
    ids: [...drawnIds, ...others].slice(offset, offset + limit),
    drawnIds,
    sponsoredIds: drawnIds.filter((id) => !firstIds.includes(id)),
  };
}

async function findFirstAndDraw(search: Search, draw: Draw): Promise<PageAndDraw> {
  const found = await findByReadingOnce(search, draw, false);
  if (found !== null && found !== 'many') return found;
  const [drawnIds, page] = await Promise.all([
    drawIds(search.db, search.keys, search.filter, draw),
    findPage({ ...search, extra: 0, isMany: found === 'many' }),
  ]);
  return { ...page, drawnIds: page.total < draw.minResults ? [] : drawnIds };
}

async function findLaterPage(search: Search, draw: Draw): Promise<SponsoredPage> {
  const found = await findByReadingOnce(search, draw, true);
  if (found !== null && found !== 'many') return { ...found, sponsoredIds: [] };
  const findPageAfter = async (drawnIds: readonly number[]) => {
    const options = { ...search.options, offset: search.options.offset - drawnIds.length, skip: drawnIds };
    const page = await findPage({ ...search, options, extra: drawnIds.length, isMany: found === 'many' });
    return { ...page, drawnIds, sponsoredIds: [] };
  };
  const page = await findPageAfter(await drawIds(search.db, search.keys, search.filter, draw));
  return page.total < draw.minResults ? findPageAfter([]) : page;
}

/** Null if more listings match than are counted, or if the search is for all listings of a place, or for a name. */
async function findByReadingOnce(
  { db, keys, filter, options }: Search,
  draw: Draw,
  isAfterDrawn: boolean,
): Promise<PageAndDraw | 'many' | null> {
  if (isUnfiltered(filter) || filter.words.length > 0) return null;
  const most = thresholds.counted;
  const storedTotal = storedTotalSql(keys, filter);
  if (storedTotal && (await readTotals(db, { total: storedTotal })).total > most) return null;
  const { total, ids, drawnIds } = await findMatchesAndDraw(db, keys, filter, { ...options, isAfterDrawn }, draw, most);
  return ids ? { ids, total, exact: true, drawnIds } : 'many';
}
