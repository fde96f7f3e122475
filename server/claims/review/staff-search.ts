import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';

export interface FoundClaim extends FoundRow {
  status: string;
}

/** Finds claims by number, claimant, email, phone, or listing, newest first. */
export const searchClaimsForStaff = (db: Knex, { id, digits, like }: StaffQuery): Promise<FoundClaim[]> =>
  rows(
    db,
    `select c.id, d.name as label, concat_ws(', ', c.requestor_name, c.status) as detail, c.status
     from claim_requests c join dentists d on d.id = c.dentist_id
     where case when cast(:id as integer) is not null then c.id = :id
       when cast(:digits as text) is not null then phone_digits(c.requestor_phone) = :digits
       else lower(c.requestor_name) like :like or lower(c.requestor_email) like :like or lower(d.name) like :like end
     order by c.id desc limit :limit`,
    { id, digits, like, limit: FOUND_LIMIT },
  );
