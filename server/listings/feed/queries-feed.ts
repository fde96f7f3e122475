import type { Knex } from 'knex';
import { numberFacts, textFacts, type FeedItem } from '#contract/listings/feed.ts';
import { factFields, type Statement } from '#shared/listings/facts.ts';
import { rows } from '#server/base/db/knex.ts';
import { planNamesSql } from '../plans/plan-names-sql.ts';
import { lastConfirmedSql, statedFactsSql, toColumn } from '../queries-facts.ts';

/** The last item of a page. `at` is in microseconds, as precise as Postgres. */
export interface Position {
  at: string;
  id: number;
}

export interface FeedRow extends Position {
  changedAt: Date;
  isRemoved: boolean;
  name: string;
  state: string | null;
  citySlug: string | null;
  slug: string | null;
  practiceName: string | null;
  practiceType: string | null;
  services: string[];
  lat: number | null;
  lng: number | null;
  timeZone: string | null;
  claimed: boolean;
  isVerified: boolean;
  lastConfirmed: Statement | null;
  facts: NonNullable<FeedItem['practice']>['facts'];
}

const after = `(timestamptz 'epoch' + cast(:at as bigint) * interval '1 microsecond', cast(:id as integer))`;

const feedFacts = [...textFacts, ...numberFacts, ...factFields].map((field): [string, string] => [
  field,
  `to_jsonb(${toColumn(field)})`,
]);
const plans: [string, string] = [
  'insurancePlans',
  `case when d.insurance_plans is not null then to_jsonb(${planNamesSql}) end`,
];

/** The listings that changed after this position, the oldest change first. Two index scans are merged. */
export const findChangesAfter = (
  db: Knex,
  position: Position,
  withRemoved: boolean,
  limit: number,
): Promise<FeedRow[]> =>
  rows<FeedRow>(
    db,
    `select c.id, c.at as changed_at, cast(cast(extract(epoch from c.at) * 1000000 as bigint) as text) as at, c.is_removed,
       d.name, d.state, ci.slug as city_slug, d.slug, p.name as practice_name, t.name as practice_type,
       array(select s.name from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = d.id order by s.id) as services,
       d.lat, d.lng, d.time_zone, d.user_id is not null as claimed, d.is_verified, ${lastConfirmedSql} as last_confirmed,
       ${statedFactsSql([...feedFacts, plans])} as facts
     from (
       select * from (
         (select id, updated_at as at, false as is_removed from dentists
          where deleted_at is null and (updated_at, id) > ${after} order by updated_at, id limit :limit)
         union all
         (select id, deleted_at, true from dentists
          where :withRemoved and deleted_at is not null and (deleted_at, id) > ${after} order by deleted_at, id limit :limit)
       ) both_kinds order by at, id limit :limit
     ) c
     join dentists d on d.id = c.id
     left join practices p on p.id = d.practice_id
     left join practice_types t on t.id = d.practice_type_id
     left join cities ci on ci.id = d.city_id
     order by c.at, c.id`,
    { ...position, withRemoved, limit },
  );

/**
 * The time before which every change is visible. A transaction that is still open may commit changes with an earlier time,
 * and servers' clocks may differ by less than a minute.
 */
export async function findSettledTime(db: Knex, now: Date): Promise<Date> {
  const [row] = await rows<{ asOf: Date }>(
    db,
    `select least(cast(:now as timestamptz), min(xact_start)) - interval '1 minute' as as_of
     from pg_stat_activity where datname = current_database() and backend_xid is not null`,
    { now },
  );
  return row!.asOf;
}
