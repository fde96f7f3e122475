import type { Knex } from 'knex';
import type { FactField } from '#shared/listings/facts.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { SimilarListing } from '#contract/places/practices.ts';
import { rows } from '#server/base/db/knex.ts';
import { knownFactsSql } from '../queries-facts.ts';
import { isKept } from '../queries-history.ts';
import { shownRatingSql } from '../shown-rating.ts';
import type { OwnPractice } from '../queries-practices.ts';

export interface OwnRow
  extends
    Omit<
      OwnListing,
      | 'role'
      | 'photos'
      | 'href'
      | 'sources'
      | 'confirmedAt'
      | 'heldAt'
      | 'updatedAt'
      | 'practiceType'
      | 'services'
      | 'userSubscriptionStatus'
      | 'changesUnderReview'
      | 'planActive'
      | FactField
    >,
    Record<FactField, boolean | null> {
  practiceTypeName: string | null;
  services: { id: number; name: string }[];
  ownerStatus: string | null;
  ownerPlan: string | null;
  takesPayments: boolean;
  identityChangedAt: Date | null;
  slug: string | null;
  citySlug: string | null;
  fieldSources: OwnListing['sources'];
  confirmedAt: Date | null;
  heldAt: Date | null;
  updatedAt: Date;
}

const OWN_LISTINGS = `
  select d.*, ${shownRatingSql}, ${knownFactsSql} as known, pt.name as practice_type_name, p.name as practice_name, c.slug as city_slug, u.subscription_status as owner_status, u.subscription_plan as owner_plan, takes_payments(),
    (select coalesce(json_agg(json_build_object('id', sv.id, 'name', sv.name) order by sv.id), '[]')
     from dentist_services ds join services sv on sv.id = ds.service_id where ds.dentist_id = d.id) as services,
    exists (select from claim_requests cr where cr.dentist_id = d.id and cr.user_id = d.user_id and cr.status = 'pending' and cr.kind <> 'claim')
      as check_pending,
    (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'title', o.title, 'sameOwner', o.same_owner)
        order by o.same_owner desc, o.id), '[]')
     from (select id, name, title, user_id is not distinct from d.user_id and d.user_id is not null as same_owner from dentists
           where practice_id = d.practice_id and id <> d.id and deleted_at is null order by 4 desc, id limit 12) o) as colleagues
  from dentists d
  left join practices p on p.id = d.practice_id
  left join practice_types pt on pt.id = d.practice_type_id
  left join cities c on c.id = d.city_id
  left join users u on u.id = d.user_id`;

/** The listings a user owns or manages, oldest first, so their order on the dashboard never changes. */
export const findListingsOfUser = (db: Knex, userId: number, groupId: number | null): Promise<OwnRow[]> =>
  rows(
    db,
    `${OWN_LISTINGS} where ${isKept}
       and (d.user_id = :userId or d.id in (select managed_listings(:userId)))
       and within_group(d.id, cast(:groupId as integer)) order by d.id limit 500`,
    { userId, groupId },
  );

export async function findOwnRow(db: Knex, id: number): Promise<OwnRow | null> {
  const [row] = await rows<OwnRow>(db, `${OWN_LISTINGS} where d.id = ? and ${isKept}`, [id]);
  return row ?? null;
}

export async function findPractice(db: Knex, id: number): Promise<OwnPractice | null> {
  const [row] = await rows<OwnPractice>(
    db,
    'select id, name, description, address, city, state, zip_code, phone, image from practices where id = ? and is_active',
    [id],
  );
  return row ?? null;
}

export const practiceTypeExists = async (db: Knex, id: number): Promise<boolean> =>
  (await rows(db, 'select 1 as one from practice_types where id = ?', [id])).length > 0;

export async function insertListing(trx: Knex, listing: Record<string, unknown>): Promise<number> {
  const [row] = await trx('dentists').insert(listing).returning('id');
  return (row as { id: number }).id;
}

type SimilarRow = Omit<SimilarListing, 'href' | 'claimed' | 'mine'> & {
  userId: number | null;
  slug: string | null;
  citySlug: string | null;
};

/** Compares phone numbers by their digits. The name may be that of the listing or of its practice. */
export const findSimilarRows = (db: Knex, ids: readonly number[]): Promise<SimilarRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.address, d.city, d.state, d.zip_code, d.user_id, d.slug, c.slug as city_slug
     from dentists d left join cities c on c.id = d.city_id where d.id = any(cast(:ids as integer[]))`,
    { ids },
  );

/** Deletes up to 1,000 listings that can no longer be restored. */
export async function purgeDeleted(db: Knex, before: Date): Promise<number> {
  const purgedRows = await rows(
    db,
    'delete from dentists where id in (select id from dentists where deleted_at < ? and held_at is null limit 1000) returning id',
    [before],
  );
  return purgedRows.length;
}
