import type { z } from 'zod';
import { BRAND_PAGE_SIZE, type openBrand, type saveBrand } from '#contract/groups/brands.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { findState } from '#shared/places/states.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { storeLogo } from '#server/listings/photos/upload.ts';
import { requireGroupPlan, requireInGroup } from './access.ts';
import * as sql from './queries-brands.ts';

type BrandChange = z.output<(typeof saveBrand)['body']>;

export async function changeBrand(ctx: Ctx<Actor>, id: number, change: BrandChange): Promise<void> {
  const group = await requireInGroup(ctx.db, ctx.actor, id, 'manage');
  if (change.isPublic) requireGroupPlan(group);
  const logo = await storeLogo(ctx, change.logo, (await sql.findBrand(ctx.db, id)).logo);
  await ctx.db.transaction(async (trx) => {
    await requireInGroup(trx, ctx.actor, id, 'manage', { lock: true });
    const before = await sql.findBrand(trx, id);
    const after = { ...change, logo };
    await sql.updateBrand(trx, id, after);
    await audit(trx, ctx.actor, { at: ctx.clock.now(), action: 'group.brand_changed', subject: 'group', subjectId: id, before, after }); // prettier-ignore
  });
}

/** The public page of a brand. The page is shown while its owner's plan includes groups. */
export async function findBrandPage(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  { q = '', state, page }: z.output<(typeof openBrand)['query']>,
): Promise<z.input<(typeof openBrand)['reply']>> {
  const brand = await sql.findPublicBrand(db, slug);
  if (!brand) throw notFound('We couldn’t find this brand.');
  const all = await sql.findBrandLocations(db, brand.id);
  const words = q.toLowerCase().split(/[\s,]+/).filter(Boolean); // prettier-ignore
  const matching = all.filter((location) => {
    const { name, practiceName, address, city, zipCode } = location;
    const stateName = findState(location.state ?? '')?.name;
    const searched = [name, practiceName, address, city, location.state, stateName, zipCode].join(' ').toLowerCase();
    return (!state || location.state === state.toUpperCase()) && words.every((word) => searched.includes(word));
  });
  const codes = [...new Set(all.flatMap((location) => location.state ?? []))];
  return {
    ...brand,
    logo: brand.logo || null,
    total: all.length,
    matching: matching.length,
    states: codes.map((code) => ({
      code,
      name: findState(code)?.name ?? code,
      count: all.filter((location) => location.state === code).length,
    })),
    locations: matching
      .slice((page - 1) * BRAND_PAGE_SIZE, page * BRAND_PAGE_SIZE)
      .map((row) => ({ ...row, href: listingPath(row) })),
  };
}

/** The public brands, for the sitemap and for pictures of shared links. */
export { findPublicBrand, listPublicBrands } from './queries-brands.ts';
