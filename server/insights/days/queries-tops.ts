import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { day, LISTING_ACTIONS, GROUP_LISTING_ACTIONS, within, type Range } from './queries-daily.ts';

/** Search terms in lower case. */
const SEARCH_TERMS = `
  with s as materialized (
    select ${day('"timestamp"')} as day, left(lower(btrim(search_query)), 100) as key, results_count
    from search_analytics where ${within('"timestamp"')} and btrim(search_query) <> ''
  )
  select day, 'search' as measure, key, count(*) as n from s group by day, key
  union all select day, 'empty_search', key, count(*) from s where results_count = 0 group by day, key`;

const ALL = `measure in ('search', 'empty_search', 'view')`;

/** The closed days of a period, and the days that must be counted live. */
interface SplitPeriod {
  closed: Range | null;
  live: Range | null;
}

/** Stores the searches and views of a day, replacing earlier ones. The size of a row is 1; older releases also stored longer blocks. */
export async function closeTops(trx: Knex, closedDay: string): Promise<void> {
  const range = { from: closedDay, to: closedDay };
  await rows(trx, `delete from insight_tops where ${ALL} and size = 1 and day = cast(:from as date)`, range);
  await rows(
    trx,
    `insert into insight_tops (day, measure, key, n, size) select w.*, 1 from (${SEARCH_TERMS}) w`,
    range,
  );
  await rows(
    trx,
    `insert into insight_tops (day, measure, key, n, size)
     select day, 'view', cast(dentist_id as text), n, 1 from insight_listings where action = 'view' and day = cast(:from as date)`,
    range,
  );
}

const CLOSED = `select key, n from insight_tops
  where measure = :measure and size = 1 and day between cast(:closedFrom as date) and cast(:closedTo as date)`;
const bindClosed = (closed: Range | null) => ({ closedFrom: closed?.from ?? null, closedTo: closed?.to ?? null });

/** The most frequent searches of a period. */
export const findTopSearches = (
  db: Knex,
  measure: 'search' | 'empty_search',
  { closed, live }: SplitPeriod,
  limit: number,
): Promise<{ key: string; n: number }[]> =>
  rows(
    db,
    `select key, sum(n) as n from (
       ${CLOSED} ${live ? `union all select key, n from (${SEARCH_TERMS}) w where measure = :measure` : ''}
     ) all_words group by key order by n desc, key limit :limit`,
    { measure, limit, ...bindClosed(closed), ...live },
  );

interface TopListing {
  dentistId: number;
  name: string;
  city: string | null;
  state: string | null;
  views: number;
  contacts: number;
}

/** The listings with the most views, with their contact attempts. */
export async function findTopListings(db: Knex, { closed, live }: SplitPeriod, limit: number): Promise<TopListing[]> {
  const top = await rows<Omit<TopListing, 'contacts'>>(
    db,
    // The lateral join reads listings from the top one by one, so only those that are shown are read.
    `select d.id as dentist_id, d.name, d.city, d.state, t.views from (
       select cast(key as integer) as id, sum(n) as views from (
         ${CLOSED} ${live ? `union all select cast(dentist_id as text), n from (${LISTING_ACTIONS} and e.event_type = 'profile_view' ${GROUP_LISTING_ACTIONS}) l` : ''}
       ) a group by key order by views desc, id
     ) t cross join lateral (select id, name, city, state from dentists where id = t.id limit 1) d limit :limit`,
    { measure: 'view', limit, ...bindClosed(closed), ...live },
  );
  const ids = top.map(({ dentistId }) => dentistId);
  const contactRows = await rows<{ dentistId: number; n: number }>(
    db,
    `select dentist_id, sum(n) as n from (
       select dentist_id, n from insight_listings
       where dentist_id = any (cast(:ids as integer[])) and action not in ('view', 'click')
         and day between cast(:closedFrom as date) and cast(:closedTo as date)
       ${live ? `union all select dentist_id, n from (${LISTING_ACTIONS} and e.event_type = 'contact' and e.dentist_id = any (cast(:ids as integer[])) ${GROUP_LISTING_ACTIONS}) l` : ''}
     ) a group by dentist_id`,
    { ids, ...bindClosed(closed), ...live },
  );
  const contacts = new Map(contactRows.map(({ dentistId, n }) => [dentistId, n]));
  return top
    .toSorted((a, b) => b.views - a.views || a.dentistId - b.dentistId)
    .map((listing) => ({ ...listing, contacts: contacts.get(listing.dentistId) ?? 0 }));
}
