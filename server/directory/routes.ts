import type { Response } from 'express';
import * as contract from '#contract/listings/listings.ts';
import * as finder from '#contract/directory/practice-finder.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { anyone, everyoneOrOwner, everyone } from '#server/base/http/guards.ts';
import { SHORT_LIST, withListSlot } from '#server/base/http/slots/list-slots.ts';
import { sendJsonArray } from '#server/base/http/send-json-array.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { findGuides } from '#server/articles/guides.ts';
import { DEFAULT_PAGE_SIZE, sendPage, totalHeaders } from '#server/listings/list-pages.ts';
import { findListingsByIds, revealOwnListings, streamListings } from '#server/listings/listings.ts';
import { findAlmost } from './beside-results/almost.ts';
import { findCountedServices } from './directory-words.ts';
import { findAlternatives } from './did-you-mean.ts';
import { sendDirectory } from './directory-export.ts';
import { findPractices } from './practice-finder.ts';
import { interpretQuery } from './query.ts';
import { findSearchPrices } from './beside-results/prices.ts';
import { isUnfiltered, searchAllIds, searchListings, type SearchFilters, type SearchQuery } from './search.ts';
import { searchHelpRoutes } from './search-help-routes.ts';
import { findSuggestions } from './suggest.ts';

const MAX_PLACES = 10;

/** Sends every match of a search. Without a filter that is the whole directory, which is cached. */
async function sendAllMatches(res: Response, ctx: Ctx, query: SearchFilters): Promise<void> {
  const { db, clock, signal } = ctx;
  if (isUnfiltered(query)) return sendDirectory(res, ctx);
  const send = (ids: readonly number[]) => {
    res.set(totalHeaders(ids.length));
    return sendJsonArray(res, streamListings(db, ids), signal);
  };
  const firstIds = await searchAllIds(db, query, clock, SHORT_LIST + 1);
  if (firstIds.length <= SHORT_LIST) return send(firstIds);
  const { total } = await searchListings(db, { ...query, page: 1, pageSize: 1 }, clock);
  return withListSlot(ctx, res, total, async () => send(await searchAllIds(db, query, clock)));
}

/** The articles about what a search names, which its first page offers. */
async function findSearchGuides(
  { db, clock }: Ctx,
  { page, lead = '', services = [] }: SearchQuery,
  interpreting: ReturnType<typeof interpretQuery>,
): Promise<{ title: string; slug: string }[]> {
  if (page > 1) return [];
  const interpreted = await interpreting;
  const names = 'service' in interpreted && interpreted.service ? [interpreted.service.name] : [];
  if (services.length > 0)
    names.push(...(await findCountedServices(db)).filter(({ id }) => services.includes(id)).map(({ name }) => name));
  return findGuides(db, { services: names, texts: lead.split(',') }, clock.now());
}

export const routes: Route[] = [
  serve(contract.listDentists, everyoneOrOwner, async ({ query }, ctx, stream) => {
    const { page, pageSize, ids } = query;
    const { db, clock } = ctx;
    const { reply } = contract.listDentists;
    if (ids) return sendPage(reply, new Answer(await revealOwnListings(ctx, await findListingsByIds(db, ids))), stream);
    if (page === undefined && pageSize === undefined && stream) return sendDirectory(stream.res, ctx);
    const result = await searchListings(db, { page: page ?? 1, pageSize: pageSize ?? DEFAULT_PAGE_SIZE }, clock);
    const items = await revealOwnListings(ctx, result.items);
    return sendPage(reply, new Answer(items, totalHeaders(result.total, result.totalIsExact)), stream);
  }),

  serve(contract.searchDentists, everyoneOrOwner, async ({ query: { page, pageSize, ...query } }, ctx, stream) => {
    const { db, clock } = ctx;
    if (page === undefined && pageSize === undefined && stream) return sendAllMatches(stream.res, ctx, query);
    const result = await searchListings(
      db,
      { ...query, page: page ?? 1, pageSize: pageSize ?? DEFAULT_PAGE_SIZE },
      clock,
    );
    return sendPage(
      contract.searchDentists.reply,
      new Answer(await revealOwnListings(ctx, result.items), totalHeaders(result.total, result.totalIsExact)),
      stream,
    );
  }),

  serve(
    contract.searchDirectory,
    everyoneOrOwner,
    async ({ query: { page = 1, pageSize = DEFAULT_PAGE_SIZE, ...query } }, ctx) => {
      // Without payments, no position is for sale.
      const search = { ...query, page, pageSize, ...(!ctx.config.payments && { paidFirst: false }) };
      const interpreting = interpretQuery(ctx.db, search, ctx.clock.now());
      const [result, guides, prices] = await Promise.all([
        searchListings(ctx.db, search, ctx.clock, interpreting),
        findSearchGuides(ctx, search, interpreting),
        findSearchPrices(ctx.db, search, ctx.clock, interpreting),
      ]);
      const items = await revealOwnListings(ctx, result.items);
      const didYouMean =
        result.total > 0
          ? []
          : await findAlternatives(
              ctx.db,
              query,
              async (other, clock) => (await searchListings(ctx.db, { ...other, page: 1, pageSize: 1 }, clock)).total,
              ctx.clock,
            );
      const almost = await findAlmost(ctx.db, search, result, ctx.clock, interpreting);
      return {
        ...result,
        items,
        places: result.places.slice(0, MAX_PLACES),
        page,
        pageSize,
        didYouMean,
        ...(guides.length > 0 && { guides }),
        ...(prices && { prices }),
        ...(almost && { almost: { ...almost, items: await revealOwnListings(ctx, almost.items) } }),
      };
    },
  ),

  serve(contract.suggest, everyone, ({ query }, { db }) => findSuggestions(db, query.q)),
  serve(finder.findOwnPractice, anyone, ({ query }, ctx) => findPractices(ctx, query.q)),
  ...searchHelpRoutes,
];
