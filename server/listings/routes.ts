import type { Response } from 'express';
import type { z } from 'zod';
import { listingPath } from '#contract/listings/listing-path.ts';
import * as contract from '#contract/listings/listings.ts';
import { listInsurancePlans } from '#contract/listings/search-help.ts';
import type { Ctx } from '#server/http/context.ts';
import { everyone, everyoneOrOwner } from '#server/http/guards.ts';
import { SHORT_LIST, withListSlot } from '#server/http/list-slots.ts';
import { Answer, parse, serve, type Route } from '#server/http/serve.ts';
import { listingNotFound } from './errors.ts';
import { findListingsByIds, listPracticeTypes, listServices, revealOwnListings, streamListings } from './listings.ts';
import { findCatalogPlans } from './plans/plans.ts';
import { countPractices, findPracticesPage, streamPractices } from './practices.ts';
import { findProfile } from './profile-facts.ts';
import { sendDirectory, sendJsonArray } from './search/directory-export.ts';
import { findAlternatives } from './search/did-you-mean.ts';
import { isUnfiltered, searchAllIds, searchListings, type SearchFilters } from './search/search.ts';
import { searchHelpRoutes } from './search/search-help-routes.ts';
import { findSuggestions } from './search/suggest.ts';
import { findIdBySlug } from './slugs.ts';

const DEFAULT_PAGE_SIZE = 10;
const MAX_PLACES = 10;

const totalHeaders = (total: number, isExact = true): Record<string, string> => ({
  'X-Total-Count': String(total),
  ...(isExact ? {} : { 'X-Total-Is-Exact': 'false' }),
});

/** Sends one page of a streaming endpoint, checked against the reply schema like any other response. */
async function sendPage<R extends z.ZodType>(
  schema: R,
  answer: Answer<z.input<R>>,
  stream: { res: Response } | undefined,
): Promise<Answer<z.input<R>>> {
  stream?.res.set(answer.headers).json(parse(schema, answer.value));
  return answer;
}

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
      const result = await searchListings(ctx.db, { ...query, page, pageSize }, ctx.clock);
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
      return { ...result, items, places: result.places.slice(0, MAX_PLACES), page, pageSize, didYouMean };
    },
  ),

  serve(contract.getDentist, everyoneOrOwner, async ({ params }, ctx) => {
    const profile = await findProfile(ctx, params.id);
    if (!profile) throw listingNotFound();
    return profile;
  }),

  serve(contract.getByLocation, everyoneOrOwner, async ({ params }, ctx) => {
    const id = await findIdBySlug(ctx.db, params.state, params.city, params.dentistName);
    const profile = id === undefined ? undefined : await findProfile(ctx, id);
    if (!profile) throw listingNotFound();
    const path = listingPath(profile);
    return new Answer(
      { ...profile, path },
      { 'X-Robots-Tag': 'noindex', Link: `<${ctx.config.PUBLIC_URL}${path}>; rel="canonical"` },
    );
  }),

  serve(contract.listServices, everyone, (_, { db }) => listServices(db)),
  serve(listInsurancePlans, everyone, (_, { db }) => findCatalogPlans(db)),
  serve(contract.listPracticeTypes, everyone, (_, { db }) => listPracticeTypes(db)),

  serve(contract.listPractices, everyone, async ({ query: { page, pageSize, name } }, ctx, stream) => {
    const { db } = ctx;
    if (page === undefined && pageSize === undefined && !name && stream) {
      const send = () => sendJsonArray(stream.res, streamPractices(db), ctx.signal);
      const count = await countPractices(db, '');
      return count > SHORT_LIST ? withListSlot(ctx, stream.res, count, send) : send();
    }
    const result = await findPracticesPage(db, name ?? '', page ?? 1, pageSize ?? DEFAULT_PAGE_SIZE);
    return sendPage(contract.listPractices.reply, new Answer(result.items, totalHeaders(result.total)), stream);
  }),

  serve(contract.suggest, everyone, ({ query }, { db }) => findSuggestions(db, query.q)),
  ...searchHelpRoutes,
];
