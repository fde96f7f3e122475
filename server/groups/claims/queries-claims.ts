import type { Knex } from 'knex';
import type { Claimable } from '#contract/groups/group-claims.ts';
import { rows } from '#server/base/db/knex.ts';

/** In the order of the ids, with what this person can do about each. */
export const findClaimables = (db: Knex, ids: readonly number[], userId: number): Promise<Claimable[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.address, d.city, d.state, d.zip_code,
       case when d.user_id = :userId then 'own' when d.user_id is not null then 'taken'
         when coalesce(claims.is_own, false) then 'pending' when claims.is_own is not null then 'taken' else 'free' end as standing
     from unnest(cast(:ids as integer[])) with ordinality as wanted (id, place)
     join dentists d on d.id = wanted.id and d.deleted_at is null
     left join practices p on p.id = d.practice_id
     left join lateral (
       select bool_or(c.user_id is not distinct from :userId) as is_own
       from (select id from claim_requests where dentist_id = d.id and group_name is null
         union all select claim_id from claim_locations where dentist_id = d.id and left_out is null) l
       join claim_requests c on c.id = l.id and c.status = 'pending'
     ) claims on true
     order by wanted.place`,
    { ids, userId },
  );

/** The locations of a group, and the listings that it is claiming. */
export async function countWithClaimed(trx: Knex, groupId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    trx,
    `select (select count(*) from group_locations where group_id = :groupId) + (select count(*) from claim_locations l
       join claim_requests c on c.id = l.claim_id where c.group_id = :groupId and c.status = 'pending' and l.left_out is null) as n`,
    { groupId },
  );
  return row!.n;
}
