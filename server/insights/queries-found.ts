import type { Knex } from 'knex';
import type { Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import { GROUP_LISTING_ACTIONS, LISTING_ACTIONS, within, type Range } from './days/queries-daily.ts';

/** Visits whose search ended with a click on the listing, except for those of its owner. */
const LED_HERE = `
  select s.session_id, s.search_type as kind, left(lower(btrim(s.search_query)), 100) as words
  from search_analytics s
  join dentists d on d.id = s.clicked_result_id
  left join user_sessions v on v.session_id = s.session_id
  where s.clicked_result_id = :dentistId and ${within('s."timestamp"')} and btrim(s.search_query) <> ''
    and (d.user_id is null or v.user_id is distinct from d.user_id)`;

/**
 * The number of those visits, and the terms and places of their searches, each from at least `fewest` visits, because a rare
 * one could identify its visitor. A search for a service in a place is "Veneers, Austin, TX".
 */
export const findSearchesLeadingTo = (
  db: Knex,
  dentistId: number,
  period: Period,
  { fewest, limit }: { fewest: number; limit: number },
): Promise<{ part: 'visits' | 'term' | 'place'; key: string; n: number }[]> =>
  rows(
    db,
    `with found as materialized (${LED_HERE}), parts as (
       select 'term' as part, session_id, case when kind = 'location_and_service' then split_part(words, ',', 1) else words end as key
       from found where kind <> 'location_only'
       union all
       select 'place', session_id, case when kind = 'location_only' then words else btrim(substr(words, strpos(words, ',') + 1)) end
       from found where kind in ('location_only', 'location_and_service')
     ), counts as (
       select part, key, cast(count(distinct session_id) as integer) as n,
         row_number() over (partition by part order by count(distinct session_id) desc, key) as nth
       from parts where key <> '' group by part, key having count(distinct session_id) >= :fewest
     )
     select part, key, n from (
       select part, key, n, nth from counts where nth <= :limit
       union all
       select 'visits', '', cast(count(distinct session_id) as integer), 0 from found
     ) all_parts order by part, nth`,
    { dentistId, fewest, limit, ...period },
  );

/** Other practices of the same type in the same city. `group` is the same for all of them. */
export const findSimilarPractices = async (
  db: Knex,
  dentistId: number,
): Promise<{ ids: number[]; city: string | null; group: string }> =>
  (
    await rows<{ ids: number[]; city: string | null; group: string }>(
      db,
      `select me.city, concat(me.city_id, '/', me.practice_type_id) as "group", array(
         select other.id from dentists other
         where other.city_id = me.city_id and other.practice_type_id is not distinct from me.practice_type_id
           and other.id <> me.id and other.deleted_at is null
       ) as ids
       from dentists me where me.id = :dentistId`,
      { dentistId },
    )
  )[0] ?? { ids: [], city: null, group: '' };

/** How often visitors did these actions on each of many listings. */
export async function sumActionsOfEach(
  db: Knex,
  ids: readonly number[],
  actions: readonly string[],
  closed: Range | null,
  live: Range | null,
): Promise<{ dentistId: number; action: string; n: number }[]> {
  const [first, second] = await Promise.all([
    closed
      ? rows<{ dentistId: number; action: string; n: number }>(
          db,
          `select dentist_id, action, cast(sum(n) as integer) as n from insight_listings
           where dentist_id = any (cast(:ids as integer[])) and day between cast(:from as date) and cast(:to as date)
             and action = any (cast(:actions as text[])) group by 1, 2`,
          { ...closed, ids, actions },
        )
      : [],
    live
      ? rows<{ dentistId: number; action: string; n: number }>(
          db,
          `select dentist_id, action, cast(sum(n) as integer) as n
           from (${LISTING_ACTIONS} and e.dentist_id = any (cast(:ids as integer[])) ${GROUP_LISTING_ACTIONS}) l
           where action = any (cast(:actions as text[])) group by 1, 2`,
          { ...live, ids, actions },
        )
      : [],
  ]);
  return [...first, ...second];
}
