import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Sample listings have phone numbers for fiction, and domains that no one can own. */
const INVENTED = `d.phone ~ '555-01[0-9]{2}$' and coalesce(d.email, '') ~ '(^|[.]example[.](com|org|net))$'
  and coalesce(d.website, '') ~ '(^|[.]example[.](com|org|net))$' and jsonb_exists(d.field_sources, '*')`;

/** Only the three accounts for trying the product have a password, and theirs is printed at the start. */
const SAMPLE_ACCOUNTS = `select id from users where email = any(cast(:emails as text[]))
  or (password is null and email ~ '^((practice|claimant)[0-9]+@example[.]com|.+[.]example[.](com|org|net))$')`;

/** Whatever people have made for a listing. */
const REASONS = `array_remove(array[
  case when d.user_id not in (select id from sample_accounts) then 'an owner' end,
  case when exists (select from claim_requests c where c.dentist_id = d.id and (c.user_id is null or c.user_id not in (select id from sample_accounts)))
    or exists (select from started_claims s where s.dentist_id = d.id) then 'a claim' end,
  case when exists (select from reviews r where r.dentist_id = d.id and r.source <> 'sample')
    or exists (select from review_invitations i where i.dentist_id = d.id) then 'a review' end,
  case when exists (select from listing_history h where h.dentist_id = d.id) then 'an edit' end,
  case when exists (select from appointment_requests a where a.dentist_id = d.id) then 'an appointment request' end,
  case when exists (select from listing_problems p where p.dentist_id = d.id) then 'a problem report' end,
  case when exists (select from listing_managers m where m.dentist_id = d.id)
    or exists (select from listing_transfers t where t.dentist_id = d.id) then 'an invitation' end,
  case when exists (select from call_answers a where a.dentist_id = d.id) then 'an answer about a call' end,
  case when exists (select from listing_merges m where m.kept_id = d.id) then 'a merge' end], null)`;

const WITH = `with sample_accounts as materialized (${SAMPLE_ACCOUNTS}),
  sample_listings as materialized (select d.id, d.name, d.city, d.state, ${REASONS} as reasons from dentists d where ${INVENTED})`;

interface SampleCounts {
  listings: number;
  reviews: number;
  claims: number;
  practices: number;
  accounts: number;
}

export async function countSample(db: Knex, emails: readonly string[]): Promise<SampleCounts> {
  const [counts] = await rows<SampleCounts>(
    db,
    `${WITH} select
       (select cast(count(*) as integer) from sample_listings where reasons = '{}') as listings,
       (select cast(count(*) as integer) from reviews where source = 'sample') as reviews,
       (select cast(count(*) as integer) from claim_requests where user_id in (select id from sample_accounts)) as claims,
       (select cast(count(*) as integer) from practices p where p.created_by is null and p.phone ~ '555-01[0-9]{2}$'
         and not exists (select from dentists d left join sample_listings s on s.id = d.id
           where d.practice_id = p.id and s.reasons is distinct from '{}')) as practices,
       (select cast(count(*) as integer) from sample_accounts) as accounts`,
    { emails },
  );
  return counts!;
}

interface KeptListing {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
  reasons: string[];
  total: number;
}

export const findKept = (db: Knex, emails: readonly string[], limit: number): Promise<KeptListing[]> =>
  rows(
    db,
    `${WITH} select *, cast(count(*) over () as integer) as total from sample_listings where reasons <> '{}' order by id limit :limit`,
    { emails, limit },
  );

export async function hasAdminBesides(db: Knex, emails: readonly string[]): Promise<boolean> {
  const found = await rows(db, `select id from users where role = 'admin' and email <> all(cast(:emails as text[]))`, {
    emails,
  });
  return found.length > 0;
}

/** Deletes the next listings, and returns how many. The same statement checks that people have made nothing for them. */
export async function deleteListings(trx: Knex, emails: readonly string[], limit: number): Promise<number> {
  const deleted = await rows(
    trx,
    `with sample_accounts as materialized (${SAMPLE_ACCOUNTS}),
       chosen as (select d.id from dentists d where ${INVENTED} and ${REASONS} = '{}' limit :limit for update of d)
     delete from dentists where id in (select id from chosen) returning id`,
    { emails, limit },
  );
  return deleted.length;
}

export const deleteReviews = (trx: Knex, limit: number): Promise<unknown[]> =>
  rows(
    trx,
    `delete from reviews where id in (select id from reviews where source = 'sample' limit :limit) returning dentist_id`,
    {
      limit,
    },
  );

export const deletePractices = (trx: Knex, limit: number): Promise<unknown[]> =>
  rows(
    trx,
    `delete from practices where id in (select p.id from practices p where p.created_by is null and p.phone ~ '555-01[0-9]{2}$'
       and not exists (select from dentists d where d.practice_id = p.id) limit :limit) returning id`,
    { limit },
  );

/** The claims, invoices, and test customers of sample accounts, which the erasure of a person's account would keep. */
export async function deleteRecordsOfAccounts(trx: Knex, emails: readonly string[]): Promise<void> {
  for (const table of ['claim_requests', 'transactions', 'billing_customers'])
    await rows(trx, `delete from ${table} where user_id in (${SAMPLE_ACCOUNTS})`, { emails });
  await rows(trx, `update users set stripe_customer_id = null where id in (${SAMPLE_ACCOUNTS})`, { emails });
}

export async function findAccounts(db: Knex, emails: readonly string[], limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(db, `${SAMPLE_ACCOUNTS} limit :limit`, { emails, limit });
  return found.map(({ id }) => id);
}

/** A listing that stays keeps no invented rating. */
export const clearRatings = (trx: Knex, source: string): Promise<unknown[]> =>
  rows(
    trx,
    `update dentists set rating = null, review_count = 0, rating_source = null, review_line = null where rating_source = :source`,
    { source },
  );

type SampleState = 'present' | 'being removed' | 'removed';

export async function readState(db: Knex): Promise<SampleState | null> {
  const [row] = await rows<{ value: SampleState }>(db, `select value from system_settings where name = 'sample_data'`);
  return row?.value ?? null;
}

/** Also counts as a change of the directory, so that no stored page keeps the old state. */
export async function writeState(trx: Knex, state: SampleState, at: Date): Promise<void> {
  await trx('systemSettings')
    .insert({ name: 'sample_data', value: JSON.stringify(state), updatedAt: at })
    .onConflict('name')
    .merge();
  await trx.raw('insert into directory_changes default values');
}
