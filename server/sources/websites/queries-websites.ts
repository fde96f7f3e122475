import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import type { Statement, Topic } from './statement.ts';

/** Adds the websites of listings that have no row yet. */
export const addWebsites = (db: Knex): Promise<unknown> =>
  rows(
    db,
    `insert into website_visits (website, host)
     select distinct website, regexp_replace(lower(substring(website from '^https{0,1}://([^/:#]+:{0,1}[0-9]*)')), '^www\\.', '')
     from dentists where deleted_at is null and website ~ '^https{0,1}://[^/:#]' on conflict do nothing`,
  );

const isListed = `exists (select from dentists d where d.website = v.website and d.deleted_at is null)`;
const isDue = `(v.visited_at is null or v.visited_at <= cast(:before as timestamptz))`;

/** Claims due websites, each of another host, so that no host gets concurrent requests. */
export const claimWebsites = (db: Knex, at: Date, before: Date, heldUntil: Date, limit: number): Promise<{ website: string }[]> =>
  rows(
    db,
    `update website_visits v set held_until = :heldUntil
     where v.website in (
       select distinct on (v.host) v.website from website_visits v
       where ${isDue} and ${isListed}
         and not exists (select from website_visits h where h.host = v.host and h.held_until > cast(:at as timestamptz))
       order by v.host, v.website limit :limit)
       and (v.held_until is null or v.held_until <= cast(:at as timestamptz))
     returning v.website`,
    { at, before, heldUntil, limit },
  ); // prettier-ignore

interface WebsiteListing {
  id: number;
  website: string;
  phone: string | null;
  address: string | null;
}

export const findListingsOf = (db: Knex, websites: readonly string[]): Promise<WebsiteListing[]> =>
  rows(
    db,
    `select id, website, phone, address from dentists
     where deleted_at is null and website = any(cast(:websites as text[])) order by id`,
    { websites },
  );

export const findServiceNames = async (db: Knex): Promise<string[]> =>
  (await rows<{ name: string }>(db, 'select name from services order by id')).map(({ name }) => name);

/** Stores what a visit found. A suggestion that was declined stays so until the website states something else. */
export async function saveStatements(
  trx: Knex,
  dentistId: number,
  statements: readonly Statement[],
  at: Date,
): Promise<void> {
  for (const { topic, values, page, quote, certainty } of statements)
    await rows(
      trx,
      `insert into website_suggestions as s (dentist_id, topic, stated, page, quote, certainty, seen_at)
       values (:dentistId, :topic, cast(:stated as jsonb), :page, :quote, :certainty, :at)
       on conflict (dentist_id, topic) do update set stated = excluded.stated, page = excluded.page, quote = excluded.quote,
         certainty = excluded.certainty, seen_at = excluded.seen_at,
         declined_at = case when s.stated = excluded.stated then s.declined_at end`,
      { dentistId, topic, stated: JSON.stringify(values), page, quote, certainty, at },
    );
  await rows(
    trx,
    `delete from website_suggestions where dentist_id = :dentistId and declined_at is null and topic <> all(cast(:topics as text[]))`,
    { dentistId, topics: statements.map(({ topic }) => topic) },
  );
}

export const saveVisit = (
  trx: Knex,
  visit: { website: string; at: Date; pages: number; problem: string | null },
): Promise<unknown> =>
  rows(
    trx,
    `update website_visits set visited_at = :at, pages = :pages, problem = :problem, held_until = null where website = :website`,
    { ...visit },
  );

const weekColumns = dayNames.map((day) => `${day}_hours`);
const isBlank: Record<Topic, string> = {
  hours: `concat(${weekColumns.map((column) => `d.${column}`).join(', ')}) = ''`,
  languages: `coalesce(d.languages, '') = ''`,
  insurancePlans: `coalesce(d.insurance_plans, '') = ''`,
  services: `not exists (select from dentist_services x where x.dentist_id = d.id)`,
  bookingUrl: `coalesce(d.booking_url, '') = ''`,
};
const ownValues: Record<Topic, Record<string, string>> = {
  hours: Object.fromEntries(dayNames.map((day) => [`${day}Hours`, `d.${day}_hours`])),
  languages: { languages: 'd.languages' },
  insurancePlans: { insurancePlans: 'd.insurance_plans' },
  services: {},
  bookingUrl: { bookingUrl: 'd.booking_url' },
};

/** The website stated another value before, and the listing has it from there. */
const isOutdated = (topic: Topic): string =>
  Object.entries(ownValues[topic])
    .map(
      ([field, column]) =>
        `(s.stated ->> '${field}' <> ${column} and d.field_sources -> '${field}' ->> 'via' = 'website')`,
    )
    .join(' or ') || 'false';

/** A suggestion s is open if its listing d lacks the value, or has an earlier one of the same website. */
const isOpen = `s.declined_at is null and d.deleted_at is null and case s.topic
  ${(Object.keys(isBlank) as Topic[]).map((topic) => `when '${topic}' then (${isBlank[topic]}) or ${isOutdated(topic)}`).join('\n  ')} end`;

const from = `from website_suggestions s join dentists d on d.id = s.dentist_id`;
const unclaimed = `d.user_id is null`;

export interface SuggestionRow {
  id: number;
  dentistId: number;
  topic: Topic;
  stated: Record<string, string>;
  page: string;
  quote: string;
  certainty: number;
  seenAt: Date;
}

export interface Chosen {
  topic: Topic | null;
  ids: readonly number[] | null;
}

/** Open suggestions of unclaimed listings: the chosen ones, or all of a topic. */
export const findForStaff = (
  db: Knex,
  { topic, ids }: Chosen,
  limit: number | null,
): Promise<(SuggestionRow & { name: string })[]> =>
  rows(
    db,
    `select s.id, s.dentist_id, s.topic, s.stated, s.page, s.quote, s.certainty, s.seen_at, d.name ${from}
     where ${isOpen} and ${unclaimed} and (cast(:topic as text) is null or s.topic = :topic)
       and (cast(:ids as integer[]) is null or s.id = any(:ids)) order by s.dentist_id, s.id limit :limit`,
    { topic, ids, limit },
  );

export const findOfListing = (db: Knex, dentistId: number): Promise<SuggestionRow[]> =>
  rows(
    db,
    `select s.id, s.dentist_id, s.topic, s.stated, s.page, s.quote, s.certainty, s.seen_at ${from}
     where s.dentist_id = :dentistId and ${isOpen} order by s.id`,
    { dentistId },
  );

export const countOpen = (db: Knex): Promise<{ topic: Topic; open: number; forOwners: number }[]> =>
  rows(
    db,
    `select s.topic, (count(*) filter (where ${unclaimed}))::int as open, (count(*) filter (where not ${unclaimed}))::int as for_owners
     ${from} where ${isOpen} group by s.topic`,
  );

export async function countWebsites(
  db: Knex,
  before: Date,
): Promise<{ all: number; visited: number; due: number; failed: number }> {
  const [counts] = await rows<{ all: number; visited: number; due: number; failed: number }>(
    db,
    `with websites as (select distinct website from dentists where deleted_at is null and website <> '')
     select count(*)::int as all, count(v.visited_at)::int as visited, (count(*) filter (where ${isDue}))::int as due,
       (count(*) filter (where v.problem is not null))::int as failed
     from websites left join website_visits v using (website)`,
    { before },
  );
  return counts!;
}

export const decline = async (db: Knex, ids: readonly number[], at: Date): Promise<number> =>
  (
    await rows(
      db,
      `update website_suggestions set declined_at = :at where id = any(cast(:ids as integer[])) and declined_at is null returning id`,
      { ids, at },
    )
  ).length;

export const findServiceIdsByName = async (db: Knex, names: readonly string[]): Promise<number[]> =>
  (await rows<{ id: number }>(db, `select id from services where name = any(cast(:names as text[])) order by id`, { names })).map(({ id }) => id); // prettier-ignore
