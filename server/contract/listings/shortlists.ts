import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_SHORTLISTED } from '#shared/limits.ts';
import { listing } from './listings.ts';
import { id } from '../values.ts';

const ids = z
  .array(id)
  .max(MAX_SHORTLISTED, `A shortlist holds up to ${MAX_SHORTLISTED} practices.`)
  .transform((list) => [...new Set(list)]);

export const shareShortlist = endpoint('POST', '/api/shortlists', {
  summary: 'Share a list of listings as a link that anyone can open',
  body: z.object({ ids: ids.refine((list) => list.length > 0, 'Save at least one practice first.') }),
  reply: z.object({ slug: z.string() }),
});

export const getSharedShortlist = endpoint('GET', '/api/shortlists/:slug', {
  summary: 'The listings of a shared list, and how many of them are no longer listed',
  params: z.object({ slug: z.string().regex(/^[\w-]{16}$/, 'This is not a valid link.') }),
  reply: z.object({ listings: z.array(listing), unlisted: z.int() }),
});

const ownShortlist = z.object({ ids: z.array(z.int()) });
export const getOwnShortlist = endpoint('GET', '/api/user/shortlist', {
  summary: "The caller's shortlist",
  reply: ownShortlist,
});
export const changeOwnShortlist = endpoint('PATCH', '/api/user/shortlist', {
  summary: "Add listings to the caller's shortlist and remove others; beyond its limit, none are added",
  body: z.object({ add: ids.default([]), remove: ids.default([]) }),
  reply: ownShortlist,
});
