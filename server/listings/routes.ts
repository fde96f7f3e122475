import { listingPath } from '#shared/listings/listing-path.ts';
import * as contract from '#contract/listings/listings.ts';
import { listInsurancePlans } from '#contract/directory/search-help.ts';
import { everyone, everyoneOrOwner } from '#server/base/http/guards.ts';
import { SHORT_LIST, withListSlot } from '#server/base/http/slots/list-slots.ts';
import { sendJsonArray } from '#server/base/http/send-json-array.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { listingNotFound } from './errors.ts';
import { DEFAULT_PAGE_SIZE, sendPage, totalHeaders } from './list-pages.ts';
import { listPracticeTypes, listServices } from './listings.ts';
import { findCatalogPlans } from './plans/plans.ts';
import { countPractices, findPracticesPage, streamPractices } from './practices.ts';
import { findProfile } from './profile-facts.ts';
import { findIdBySlug } from './slugs.ts';

export const routes: Route[] = [
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
];
