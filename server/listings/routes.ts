import type { z } from 'zod';
import * as contract from '#contract/listings.ts';
import { notFound } from '#server/http/errors.ts';
import { anyone } from '#server/http/guards.ts';
import { Answer, parse, serve, type Route } from '#server/http/serve.ts';
import * as listings from './listings.ts';
import { searchAllIds, searchListings, type SearchResult } from './search/search.ts';
import { sendJsonArray, sendDirectory } from './search/directory-export.ts';

const DEFAULT_PAGE_SIZE = 10;
const noSuchListing = () => notFound('There is no such listing.');

const totals = (total: number, exact = true): Record<string, string> => ({
  'X-Total-Count': String(total),
  ...(exact ? {} : { 'X-Total-Is-Exact': 'false' }),
});
const found = ({ total, totalIsExact, items, places, service }: SearchResult) => ({
  total,
  totalIsExact,
  items,
  places: places.slice(0, 10),
  service,
});

/** One page of an endpoint that otherwise streams: checked against its reply like any other answer. */
async function sendPage<R extends z.ZodType>(
  schema: R,
  answer: Answer<z.input<R>>,
  stream: { res: import('express').Response } | undefined,
): Promise<Answer<z.input<R>>> {
  stream?.res.set(answer.headers).json(parse(schema, answer.value));
  return answer;
}

export const routes: Route[] = [
  serve(contract.listDentists, anyone, async ({ query }, { db, clock }, stream) => {
    const { page, pageSize, ids } = query;
    if (ids) return sendPage(contract.listDentists.reply, new Answer(await listings.listingsByIds(db, ids)), stream);
    if (page === undefined && pageSize === undefined && stream) return sendDirectory(stream.res, db);
    const result = await searchListings(db, { page: page ?? 1, pageSize: pageSize ?? DEFAULT_PAGE_SIZE }, clock);
    return sendPage(
      contract.listDentists.reply,
      new Answer(result.items, totals(result.total, result.totalIsExact)),
      stream,
    );
  }),

  serve(contract.searchDentists, anyone, async ({ query: { page, pageSize, ...query } }, { db, clock }, stream) => {
    if (page === undefined && pageSize === undefined && stream) {
      const ids = await searchAllIds(db, query, clock);
      stream.res.set(totals(ids.length));
      return sendJsonArray(stream.res, listings.streamListings(db, ids));
    }
    const result = await searchListings(
      db,
      { ...query, page: page ?? 1, pageSize: pageSize ?? DEFAULT_PAGE_SIZE },
      clock,
    );
    return sendPage(
      contract.searchDentists.reply,
      new Answer(result.items, totals(result.total, result.totalIsExact)),
      stream,
    );
  }),

  serve(
    contract.searchDirectory,
    anyone,
    async ({ query: { page = 1, pageSize = DEFAULT_PAGE_SIZE, ...query } }, { db, clock }) => ({
      ...found(await searchListings(db, { ...query, page, pageSize }, clock)),
      page,
      pageSize,
    }),
  ),

  serve(contract.getDentist, anyone, async ({ params }, { db }) => {
    const listing = await listings.findListing(db, params.id);
    if (!listing) throw noSuchListing();
    return listing;
  }),

  serve(contract.getByLocation, anyone, async ({ params }, { db, config }) => {
    const hit = await listings.findListingBySlug(db, params.state, params.city, params.dentistName);
    if (!hit) throw noSuchListing();
    return new Answer(
      { ...hit.listing, path: hit.path },
      { 'X-Robots-Tag': 'noindex', Link: `<${config.PUBLIC_URL}${hit.path}>; rel="canonical"` },
    );
  }),

  serve(contract.listServices, anyone, (_, { db }) => listings.services(db)),
  serve(contract.listPracticeTypes, anyone, (_, { db }) => listings.practiceTypes(db)),

  serve(contract.listPractices, anyone, async ({ query: { page, pageSize, name } }, { db }, stream) => {
    if (page === undefined && pageSize === undefined && !name && stream)
      return sendJsonArray(stream.res, listings.streamPractices(db));
    const result = await listings.findPracticesPage(db, name ?? '', page ?? 1, pageSize ?? DEFAULT_PAGE_SIZE);
    return sendPage(contract.listPractices.reply, new Answer(result.items, totals(result.total)), stream);
  }),

  serve(contract.suggest, anyone, ({ query }, { db }) => listings.findSuggestions(db, query.q)),
];
