import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { FeedRun } from '#server/bulk/runs/feed-run.ts';

interface LastRun {
  source: string;
  id: number;
  status: 'running' | 'ready' | 'done' | 'failed' | 'cancelled' | 'undone';
  createdAt: Date;
  fileName: string;
  message: string | null;
  feed: FeedRun | null;
}

/** The newest runs of each source: the last one, and the last that was applied and not undone. */
export const findLastRuns = (db: Knex): Promise<(LastRun & { isApplied: boolean })[]> =>
  rows(
    db,
    `select source, id, status, created_at, file_name, message, mapping -> 'feed' as feed, status = 'done' as is_applied
     from (select r.*, row_number() over (partition by source, status = 'done' order by id desc) as nth from import_runs r
           where source is not null) newest
     where nth = 1 order by id desc`,
  );

/** The names of the files of a source that were applied and not undone. */
export async function findAppliedFiles(db: Knex, source: string): Promise<Set<string>> {
  const applied = await rows<{ fileName: string }>(
    db,
    `select file_name from import_runs where source = ? and status = 'done'`,
    [source],
  );
  return new Set(applied.map(({ fileName }) => fileName));
}

/** How many values of listings come from each source. */
export const countValues = (db: Knex): Promise<{ source: string; listings: number }[]> =>
  rows(
    db,
    `select source, count(*)::int as listings from (
       select distinct d.id, coalesce(s.value ->> 'via', case when s.value ->> 'name' like 'NPI registry,%' then 'npi' end) as source
       from dentists d, jsonb_each(d.field_sources) s where d.deleted_at is null and s.value ->> 'source' = 'import') given
     where source is not null group by source`,
  );

interface SourceSetting {
  key: string;
  priority: number;
  url: string | null;
  every: 'week' | 'month' | null;
  triedAt: Date | null;
  failure: string | null;
}

export const findSettings = (db: Knex): Promise<SourceSetting[]> =>
  rows(db, 'select key, priority, url, every, tried_at, failure from source_settings');

export const saveSetting = (
  db: Knex,
  setting: Pick<SourceSetting, 'key' | 'priority' | 'url' | 'every'>,
): Promise<unknown> =>
  rows(
    db,
    `insert into source_settings (key, priority, url, every) values (:key, :priority, :url, :every)
     on conflict (key) do update set priority = excluded.priority, url = excluded.url, every = excluded.every`,
    { ...setting },
  );

/** Claims the sources that are due, so that one server fetches each. Only those of `without` need no address of their own. */
export const claimDue = (
  db: Knex,
  at: Date,
  without: readonly string[],
): Promise<{ key: string; url: string | null }[]> =>
  rows(
    db,
    `update source_settings set tried_at = :at where (url is not null or key = any(cast(:without as text[]))) and every is not null
       and (tried_at is null or tried_at <= cast(:at as timestamptz) - case every when 'week' then interval '7 days' else interval '28 days' end)
     returning key, url`,
    { at, without },
  );

export const saveFetch = (db: Knex, key: string, at: Date | null, failure: string | null): Promise<unknown> =>
  rows(
    db,
    `insert into source_settings (key, tried_at, failure) values (:key, :at, :failure)
     on conflict (key) do update set tried_at = excluded.tried_at, failure = excluded.failure`,
    { key, at, failure },
  );

export const countListings = async (db: Knex): Promise<number> =>
  (await rows<{ n: number }>(db, 'select count(*)::int as n from dentists where deleted_at is null'))[0]!.n;

interface Address {
  id: number;
  address: string;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/**
 * Listings with a street address whose point isn't known, or is of an earlier address. At most 10,000, as the geocoder takes them.
 * With a time, those are left out whose same address was sent to it later.
 */
export const findAddresses = (db: Knex, sentBefore: Date | null): Promise<Address[]> =>
  rows(
    db,
    `select d.id, d.address, d.city, d.state, d.zip5 as zip from dentists d
     where d.deleted_at is null and d.address <> '' and (d.zip5 is not null or (d.city <> '' and d.state <> ''))
       and not exists (select from geocoded_addresses g where g.dentist_id = d.id and g.sent_at > cast(:sentBefore as timestamptz)
         and g.address = concat_ws(', ', d.address, d.city, d.state, d.zip5))
       and (d.lat is null or d.point_exactness = 'zip'
         or (d.field_sources -> 'lat' ->> 'via' is not null
           and cast(d.field_sources -> 'address' ->> 'at' as timestamptz) > cast(d.field_sources -> 'lat' ->> 'at' as timestamptz)))
     order by d.id limit 10000`,
    { sentBefore },
  );

/** Notes the addresses that the geocoder has answered. */
export const saveSent = (db: Knex, addresses: readonly Address[], at: Date): Promise<unknown> =>
  rows(
    db,
    `insert into geocoded_addresses (dentist_id, address, sent_at)
     select a.id, concat_ws(', ', a.address, a.city, a.state, a.zip), :at
     from json_to_recordset(:addresses) a (id integer, address text, city text, state text, zip text)
     where exists (select from dentists d where d.id = a.id)
     on conflict (dentist_id) do update set address = excluded.address, sent_at = excluded.sent_at`,
    { addresses: JSON.stringify(addresses), at },
  );
