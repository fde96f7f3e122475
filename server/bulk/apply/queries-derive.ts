import type { Knex } from 'knex';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { buildPracticeKey, type ApplyOptions } from './queries-apply.ts';
import { stageTable } from '../stage/stage-columns.ts';

/** Values of new listings for blank cells. */
export const defaults: Record<string, string> = {
  review_count: '0',
};

export const buildPracticeJoin = (mapped: ReadonlySet<string>) =>
  mapped.has('practice')
    ? `left join plan_practices pp on pp.key = ${buildPracticeKey('s.practice', mapped.has('city') ? 's.city' : 'null', mapped.has('state') ? 's.state' : 'null')}`
    : '';

/** Fills plan_ready with the columns that search derives from each new listing, computed once per set of equal values. */
export async function deriveSearchColumns(trx: Knex, { runId, mapped }: ApplyOptions): Promise<void> {
  const stage = stageTable(runId);
  const hasPlace = mapped.has('city') && mapped.has('state');
  const days = dayNames.filter((day) => mapped.has(`${day}Hours`));
  const hasZone = days.length > 0 && (mapped.has('zipCode') || mapped.has('state'));
  const zipJoin = mapped.has('zipCode') ? `left join zips z on z.zip = left(s.zip_code, 5)` : '';
  const stateJoin = mapped.has('state') ? `left join states st on st.code = s.state` : '';
  const zones = [mapped.has('zipCode') && 'z.time_zone', mapped.has('state') && 'st.time_zone'].filter(Boolean);
  const zone = zones.length > 0 ? `coalesce(${zones.join(', ')})` : 'null::text';
  const practice = mapped.has('practice')
    ? 'pp.practice_id, pp.practice_norm'
    : 'null::int as practice_id, null::text as practice_norm';
  await trx.raw(`
    create temporary table plan_derived on commit drop as
      select s.row, n.id, s.place_row, s.week_row, ${zone} as zone, ${practice},
        coalesce(nullif(coalesce(s.slug_base, slugify(s.name)), ''), 'listing') collate "C" as base
      from ${stage} s join plan_new n on n.row = s.row ${zipJoin} ${stateJoin} ${buildPracticeJoin(mapped)};
    analyze plan_derived (place_row, week_row, zone)`);
  if (hasPlace)
    await trx.raw(`
      create temporary table plan_places on commit drop as
        select p.place_row, s.city, s.state, c.id as city_id
        from (select distinct place_row from plan_derived where place_row is not null) p join ${stage} s on s.row = p.place_row
        left join cities c on c.name = s.city and c.state = s.state;
      create temporary table plan_new_cities on commit drop as
        select place_row, city, state, city_norm(city) as norm from plan_places where city_id is null;
      insert into cities (name, state)
        select distinct on (norm, state) btrim(city), state from plan_new_cities where norm <> '' order by norm, state, city on conflict do nothing;
      update plan_places p set city_id = c.id from plan_new_cities x join cities c on c.name_norm = x.norm and c.state = x.state where p.place_row = x.place_row;
      analyze plan_places;`);
  if (hasZone) {
    const day = (name: string) => (days.includes(name as never) ? `s.${name}_hours` : 'null::text');
    await trx.raw(`
      create temporary table plan_weeks on commit drop as
        select w.week_row, w.zone, week_hours(${dayNames.map(day).join(', ')}) as week
        from (select distinct week_row, zone from plan_derived where zone is not null and week_row is not null) w join ${stage} s on s.row = w.week_row;
      insert into schedules (time_zone, open_hours) select distinct zone, week from plan_weeks where week is not null on conflict do nothing;
      analyze plan_weeks;`);
  }
  await trx.raw(`
    create temporary table plan_ready on commit drop as
      select row, id, city_id, zone, schedule_id, practice_id, practice_norm,
        case when city_id is null then null
             when nth = 1 and not exists (select from dentists o where o.city_id = p.city_id and o.slug = p.base and o.deleted_at is null) then base
             else base || '-' || id end as slug
      from (
        select d.row, d.id, ${hasPlace ? 'pl.city_id' : 'null::int as city_id'}, d.zone, ${hasZone ? 'x.id as schedule_id' : 'null::int as schedule_id'}, d.practice_id, d.practice_norm, d.base,
               row_number() over (partition by ${hasPlace ? 'pl.city_id, ' : ''}d.base order by d.id) as nth
        from plan_derived d
        ${hasPlace ? 'left join plan_places pl on pl.place_row = d.place_row' : ''}
        ${hasZone ? 'left join plan_weeks w on w.week_row = d.week_row and w.zone = d.zone left join schedules x on x.time_zone = w.zone and x.open_hours = w.week' : ''}
      ) p;
    analyze plan_ready (row)`);
  if (mapped.has('holidayHours') && hasZone) await deriveHolidaySchedules(trx, stage);
}

/** Gives listings with holiday hours the schedule that dentists_derive() would. */
const deriveHolidaySchedules = (trx: Knex, stage: string) =>
  trx.raw(`
    insert into schedules (time_zone, week_id, holiday_hours)
      select distinct r.zone, r.schedule_id, s.holiday_hours from plan_ready r join ${stage} s on s.row = r.row
      where s.holiday_hours is not null and r.schedule_id is not null on conflict do nothing;
    update plan_ready r set schedule_id = x.id from ${stage} s join schedules x on x.holiday_hours = s.holiday_hours
      where s.row = r.row and x.week_id = r.schedule_id`);

/** Computes the columns that dentists_derive() derives row by row. */
export function buildNormColumns(mapped: ReadonlySet<string>): [string, string][] {
  const zipPrefix = (length: number) => (mapped.has('zipCode') ? `left(s.zip_code, ${length})` : 'null');
  return [
    ['name_norm', 's.name_norm'],
    ['zip5', zipPrefix(5)],
    ['zip3', zipPrefix(3)],
    [
      'rank',
      `rank_of(${mapped.has('rating') ? 's.rating' : 'null'}, ${mapped.has('reviewCount') ? 'coalesce(s.review_count, 0)' : '0'})`,
    ],
  ];
}

/** Adds listings to the index of searches once their derived columns are set. An old address that is theirs now no longer redirects. */
export const indexListings = (trx: Knex, ids: string) =>
  trx.raw(`
    select index_listings(array(select id from dentists where id in (${ids}) order by zip5, rank, name_norm));
    delete from listing_slugs l using dentists d
      where d.id in (${ids}) and d.city_id = l.city_id and d.slug = l.slug and d.deleted_at is null;
    insert into directory_changes default values`);
