import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_BODY_WITH_PICTURES } from '../listings/practice-fields.ts';
import { siteFields } from '../site-settings.ts';
import { idParam, line, text } from '../values.ts';
import { openGroup } from './groups.ts';

/** The locations on one page of a brand. */
export const BRAND_PAGE_SIZE = 60;

const nullable = z.string().nullable();

export const saveBrand = endpoint('PUT', '/api/user/groups/:id/brand', {
  summary: 'Change the public page of a group’s brand: its color, its logo, and what it says',
  params: idParam,
  body: z.object({
    isPublic: z.boolean(),
    accent: siteFields.accent,
    logo: siteFields.logo,
    about: text(600).transform((value) => value.trim()),
  }),
  reply: openGroup.reply,
  limit: MAX_BODY_WITH_PICTURES,
  errors: { subscription_required: 403 },
});

const location = z.object({
  id: z.int(),
  name: z.string(),
  practiceName: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  phone: nullable,
  href: z.string(),
});
export type BrandLocation = z.output<typeof location>;

export const openBrand = endpoint('GET', '/api/groups/:slug', {
  summary: 'A brand with its locations by state and city',
  params: z.object({ slug: line(100) }),
  query: z.object({
    /** Words of a name, a street, a city, or a ZIP code. */
    q: line(100).optional(),
    /** The code of a state. */
    state: line(2).optional(),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  reply: z.object({
    name: z.string(),
    slug: z.string(),
    /** The empty text means the site’s own color. */
    accent: z.string(),
    logo: nullable,
    about: z.string(),
    /** All locations, and those that match the search. */
    total: z.int(),
    matching: z.int(),
    states: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
    locations: z.array(location),
  }),
});
export type Brand = z.output<(typeof openBrand)['reply']>;
