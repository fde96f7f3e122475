import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** The prints of other reviews that share one with this text. */
export const findSimilarPrints = (db: Knex, prints: readonly number[], exceptId: number | null): Promise<number[][]> =>
  rows<{ prints: number[] }>(
    db,
    // Materialized, because otherwise the planner expects to find 200 copies soon, and reads all reviews if there are none.
    `with sharing as materialized (select prints from reviews where prints && cast(:prints as integer[]) and source <> 'sample'
       and id is distinct from cast(:exceptId as integer)) select prints from sharing limit 200`,
    { prints, exceptId },
  ).then((found) => found.map((row) => row.prints));

/** How many reviews were sent from a network or a device within a time. */
export async function countFrom(
  db: Knex,
  origin: 'network' | 'device',
  { keys, from, to, exceptId }: { keys: readonly Buffer[]; from: Date; to: Date; exceptId: number | null },
): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select cast(count(*) as integer) as n from reviews where ${origin}_key = any(cast(:keys as bytea[]))
       and sent_at between :from and :to and id is distinct from cast(:exceptId as integer)`,
    { keys, from, to, exceptId } as never,
  );
  return row!.n;
}

/** How many reviews of a listing were sent within a time. */
export async function countOfListing(
  db: Knex,
  { dentistId, from, to, exceptId }: { dentistId: number; from: Date; to: Date; exceptId: number | null },
): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select cast(count(*) as integer) as n from reviews where dentist_id = :dentistId and source = 'here'
       and sent_at between :from and :to and id is distinct from cast(:exceptId as integer)`,
    { dentistId, from, to, exceptId },
  );
  return row!.n;
}

/** Everyone who owns, manages, or claims the listing or another one of its practice. */
const INSIDERS = `select user_id from dentists where (id = :dentistId or practice_id = :practiceId) and user_id is not null
  union select listing_editors(id) from dentists where id = :dentistId or practice_id = :practiceId
  union select q.user_id from claim_requests q where (q.dentist_id = :dentistId or q.id in (select claim_id from claim_locations
    where dentist_id = :dentistId)) and q.status in ('pending', 'approved') and q.user_id is not null`;

export interface Insiders {
  userIds: number[];
  emails: string[];
  names: string[];
  websites: string[];
  /** The addresses that they logged in from lately. */
  addresses: string[];
}

export async function findInsiders(
  db: Knex,
  about: { dentistId: number; practiceId: number | null; since: Date },
): Promise<Insiders> {
  const [row] = await rows<Insiders>(
    db,
    `with insiders as (${INSIDERS})
     select coalesce((select array_agg(user_id) from insiders), '{}') as user_ids,
       array(select lower(email) from users where id in (select user_id from insiders)
         union select lower(email) from dentists where (id = :dentistId or practice_id = :practiceId) and email is not null
         union select lower(requestor_email) from claim_requests where dentist_id = :dentistId and status in ('pending', 'approved')) as emails,
       array(select name from users where id in (select user_id from insiders)
         union select name from dentists where id = :dentistId or practice_id = :practiceId) as names,
       array(select website from dentists where (id = :dentistId or practice_id = :practiceId) and website is not null) as websites,
       array(select distinct ip_address from auth_sessions where user_id in (select user_id from insiders)
         and last_seen_at > :since and ip_address is not null) as addresses`,
    about,
  );
  return row!;
}
