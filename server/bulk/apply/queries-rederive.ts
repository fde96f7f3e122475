import type { Knex } from 'knex';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { diffTable } from '../stage/stage-columns.ts';
import { indexListings } from './queries-derive.ts';

const placeKeys = ['city', 'state', 'zipCode'];
const hourKeys = dayNames.map((day) => `${day}Hours`);
const hours = dayNames.map((day) => `${day}_hours`).join(', ');
/** The changes that columns of search depend on. */
const derivedKeys = ['name', ...placeKeys, ...hourKeys, 'serviceIds'].map((key) => `'${key}'`).join(', ');

const slugBase = (name: string) => `coalesce(nullif(slugify(${name}), ''), 'listing')`;

/**
 * Fills plan_rederived with the derived columns of many changed listings, as rebuild_search() would set them. The update writes them
 * with the changes, because each further update of a listing would write some 40 index entries and its search keys again.
 */
export async function rederiveChanged(trx: Knex, runId: number): Promise<void> {
  const after = (key: string, column: string) => `coalesce(c.after ->> '${key}', d.${column})`;
  await trx.raw(`
    create temporary table plan_rederived on commit drop as
      select d.id, d.city_id as old_city_id, d.slug as old_slug, d.deleted_at is null as is_live,
        ${slugBase(after('name', 'name'))} as base, case when jsonb_exists(c.after, 'name') then ${slugBase('d.name')} end as old_base,
        ${after('city', 'city')} as city, ${after('state', 'state')} as state,
        substring(${after('zipCode', 'zip_code')} from '^\\s*([0-9]{5})') as zip5,
        ${dayNames.map((day) => `${after(`${day}Hours`, `${day}_hours`)} as ${day}_hours`).join(', ')},
        case when c.after -> 'serviceIds' is null then d.service_mask else coalesce((select bit_or(cast(1 as bigint) << (cast(i as int) - 1))
          from jsonb_array_elements_text(c.after -> 'serviceIds') i where cast(i as int) <= 62), 0) end as service_mask,
        cast(null as int) as city_id, cast(null as text) as time_zone, cast(null as int) as schedule_id, d.slug
      from ${diffTable(runId)} c join dentists d on d.id = c.dentist_id
      where c.after is not null and jsonb_exists_any(c.after, array[${derivedKeys}]);
    analyze plan_rederived;

    create temporary table rederived_places on commit drop as
      select p.city, p.state, city_norm(p.city) as norm, cast(null as int) as city_id
      from (select distinct city, state from plan_rederived where city is not null) p join states s on s.code = p.state;
    insert into cities (name, state)
      select distinct on (norm, state) btrim(city), state from rederived_places where norm <> '' order by norm, state, city on conflict do nothing;
    update rederived_places r set city_id = c.id from cities c where c.name_norm = r.norm and c.state = r.state;
    analyze rederived_places;

    create temporary table rederived_weeks on commit drop as
      select w.*, week_hours(${hours}) as week, cast(null as int) as schedule_id
      from (select distinct ${hours}, coalesce(z.time_zone, s.time_zone) as zone
            from plan_rederived r left join zips z on z.zip = r.zip5 left join states s on s.code = r.state) w;
    insert into schedules (time_zone, open_hours)
      select distinct zone, week from rederived_weeks where week is not null and zone is not null on conflict do nothing;
    update rederived_weeks r set schedule_id = s.id from schedules s where s.time_zone = r.zone and s.open_hours = r.week;
    analyze rederived_weeks;

    create temporary table rederived_values on commit drop as
      select r.id, p.city_id, coalesce(z.time_zone, s.time_zone) as time_zone, w.schedule_id
      from plan_rederived r
      left join rederived_places p on p.city = r.city and p.state = r.state
      left join zips z on z.zip = r.zip5 left join states s on s.code = r.state
      left join rederived_weeks w on w.zone is not distinct from coalesce(z.time_zone, s.time_zone)
        and row(${dayNames.map((day) => `w.${day}_hours`).join(', ')})::text = row(${dayNames.map((day) => `r.${day}_hours`).join(', ')})::text;
    update plan_rederived r set city_id = v.city_id, time_zone = v.time_zone, schedule_id = v.schedule_id from rederived_values v where v.id = r.id;
    -- Without the statistics of the new values, the planner would scan all listings for each slug.
    analyze plan_rederived;`);
  await moveSlugs(trx);
}

/**
 * A listing that is renamed or moves to another city gets a slug there, and its old address leads to it. The slug of a listing that is
 * moving away isn't free yet.
 */
async function moveSlugs(trx: Knex): Promise<void> {
  await trx.raw(`
    update plan_rederived r set slug = case when n.nth = 1 and not n.is_taken then n.base else n.base || '-' || n.id end
      from (select id, base, row_number() over (partition by city_id, base order by id) as nth,
              exists (select from dentists o where o.city_id = f.city_id and o.slug = f.base) and not f.is_own as is_taken
            from (select id, city_id, base, coalesce(city_id = old_city_id and base = old_slug, false) as is_own from plan_rederived
                  where city_id is not null and (city_id is distinct from old_city_id or old_slug is null or base <> old_base)) f) n
      where n.id = r.id;
    update plan_rederived set slug = null where city_id is null;
    insert into listing_slugs (city_id, slug, dentist_id)
      select old_city_id, old_slug, id from plan_rederived
      where is_live and old_slug is not null and old_city_id is not null and (city_id, slug) is distinct from (old_city_id, old_slug)
      on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
    create index on plan_rederived (id);
    analyze plan_rederived (id);`);
}

/** Adds the listings of `rederiveChanged`, and those whose other columns changed, to the index of searches. */
export const indexChanged = (trx: Knex, runId: number) =>
  indexListings(trx, `select dentist_id from ${diffTable(runId)} where after is not null`);
