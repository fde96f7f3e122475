import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface MatchRow {
  id: number;
  name: string;
  practiceName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  slug: string | null;
  citySlug: string | null;
  userId: number | null;
  /** The person who asks has a pending claim of it. */
  isPending: boolean;
  isManager: boolean;
}

const idsOf = async (listings: Promise<{ id: number }[]>): Promise<number[]> => (await listings).map(({ id }) => id);

export const findIdsByPhone = (db: Knex, digits: string, limit: number): Promise<number[]> =>
  idsOf(
    rows(
      db,
      `select id from dentists where deleted_at is null and phone is not null and phone_digits(phone) = ? order by id limit ?`,
      [digits, limit],
    ),
  );

export const findIdsByNpi = (db: Knex, npi: string): Promise<number[]> =>
  idsOf(rows(db, 'select id from dentists where npi = ? and deleted_at is null', [npi]));

/** In the order of the ids. */
export const findMatchRows = (db: Knex, ids: readonly number[], userId: number | null): Promise<MatchRow[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.address, d.city, d.state, d.zip_code, d.slug, c.slug as city_slug, d.user_id,
       exists (select from claim_requests q where q.user_id = :userId and q.status = 'pending' and q.kind = 'claim'
         and (q.dentist_id = d.id or exists (select from claim_locations l where l.claim_id = q.id and l.dentist_id = d.id))) as is_pending,
       d.id in (select managed_listings(:userId)) as is_manager
     from unnest(cast(:ids as integer[])) with ordinality as wanted (id, place)
     join dentists d on d.id = wanted.id
     left join practices p on p.id = d.practice_id
     left join cities c on c.id = d.city_id
     order by wanted.place`,
    { ids, userId },
  );
