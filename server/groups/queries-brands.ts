import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface BrandRow {
  isPublic: boolean;
  accent: string;
  logo: string;
  about: string;
}

export async function findBrand(db: Knex, id: number): Promise<BrandRow> {
  const [row] = await rows<BrandRow>(db, 'select is_public, accent, logo, about from groups where id = ?', [id]);
  return row!;
}

export async function updateBrand(trx: Knex, id: number, brand: BrandRow): Promise<void> {
  await trx('groups').where({ id }).update(brand);
}

/** Brands with a page, which are those whose owners' plan includes groups. */
const PUBLIC = `from groups g join users u on u.id = g.owner_id
  where g.is_public and (not takes_payments() or (u.subscription_plan = 'enterprise' and u.subscription_status in ('active', 'trial')))`;

interface PublicBrandRow extends Omit<BrandRow, 'isPublic'> {
  id: number;
  name: string;
  slug: string;
}

export async function findPublicBrand(db: Knex, slug: string): Promise<PublicBrandRow | undefined> {
  const [row] = await rows<PublicBrandRow>(
    db,
    `select g.id, g.name, g.slug, g.accent, g.logo, g.about ${PUBLIC} and g.slug = ?`,
    [slug],
  );
  return row;
}

export const listPublicBrands = async (db: Knex): Promise<string[]> =>
  (await rows<{ slug: string }>(db, `select g.slug ${PUBLIC} order by g.slug limit 50000`, [])).map(({ slug }) => slug);

interface BrandLocationRow {
  id: number;
  name: string;
  practiceName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  slug: string | null;
  citySlug: string | null;
}

/** The locations of a brand by state, city, and name. */
export const findBrandLocations = (db: Knex, groupId: number): Promise<BrandLocationRow[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.address, d.city, d.state, d.zip_code, d.phone, d.slug, c.slug as city_slug
     from group_locations l join groups g on g.id = l.group_id
     join dentists d on d.id = l.dentist_id and d.user_id = g.owner_id and d.deleted_at is null
     left join practices p on p.id = d.practice_id left join cities c on c.id = d.city_id
     where l.group_id = ? order by d.state, d.city, d.name, d.id`,
    [groupId],
  );
