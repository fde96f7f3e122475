import type { Knex } from 'knex';
import { listingPath } from '#shared/listings/listing-path.ts';
import { MAX_ID } from '#shared/limits.ts';
import { findState } from '#shared/places/states.ts';
import { cleanText } from '#server/places/location.ts';
import { cacheUntilChange } from '#server/places/places.ts';
import * as sql from './queries-slugs.ts';

export { findChangedAddresses, findDeletedAddresses } from './queries-slugs.ts';

/*
 * The address of a listing is its state, city, and slug. The database chooses the slug when the name or the city changes:
 * slugify(name), with -2, -3, and so on if another listing in the city has it (free_slug() in server/base/db/migrations). It
 * keeps the former slug in listing_slugs, so old addresses redirect.
 */

/** Finds a listing by a current or former address, whatever its case and hyphens. */
export async function findIdBySlug(
  db: Knex,
  stateText: string,
  city: string,
  slug: string,
): Promise<number | undefined> {
  const state = findState(cleanText(stateText));
  return state && sql.findIdAt(db, state.code, cleanText(city).replaceAll('-', ' '), cleanText(slug));
}

/** The id of the listing whose page is at a path, of either shape. */
export async function findProfileId(db: Knex, path: string | null): Promise<number | undefined> {
  const [first, second, third, slug, ...rest] = (path ?? '').split('/').slice(1).filter(Boolean);
  if (!second || rest.length > 0) return undefined;
  if (first === 'profile')
    return !third && /^[1-9]\d{0,9}$/.test(second) && Number(second) <= MAX_ID ? Number(second) : undefined;
  return slug === undefined ? undefined : findIdBySlug(db, first!, second, slug);
}

interface SitemapEntry {
  path: string;
  updatedAt: Date;
}

/** The sitemap entries of the listings that follow an id. */
export async function findSitemapSlice(
  db: Knex,
  afterId: number,
  limit: number,
): Promise<{ entries: SitemapEntry[]; lastId: number | null }> {
  const addresses = await sql.findAddressesAfter(db, afterId, limit);
  return {
    entries: addresses.map((address) => ({ path: listingPath(address), updatedAt: address.updatedAt })),
    lastId: addresses.length === limit ? addresses.at(-1)!.id : null,
  };
}

/** The files of the sitemap, each with its newest change. */
export const findSitemapFiles = (db: Knex): Promise<sql.SitemapFile[]> =>
  cacheUntilChange(db, 'sitemap', () => sql.findSitemapFiles(db));
