import type { Knex } from 'knex';
import type { HealthCheck } from '#shared/data-health/health-checks.ts';
import { addDays } from '#shared/insights/report-zone.ts';
import { listingTable } from '#shared/tables/lists/listings.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import { conditionOf } from '#server/base/tables/page-sql.ts';
import { daysOf, isAnyOf, isFlagged, isInDays, numbersOf, textOf } from '#server/base/tables/filter-sql.ts';
import { allOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { TableFilter, TableSource } from '#server/base/tables/table-source.ts';
import { thresholds } from '../thresholds.ts';
import { cacheUntilChange } from '#server/places/places.ts';
import { splitFilters } from './filter-features.ts';
import { countByFeatures, findByFeatures } from './queries-features.ts';
import { flagConditions, sourceColumn } from './queries-flags.ts';
import { healthConditions } from '#server/listings/admin/listing-health.ts';
import { findDuplicates } from '#server/listings/matching/matching.ts';
import { shownRating } from '#server/listings/shown-rating.ts';

const plans: Record<string, string> = {
  free: 'not d.is_paid',
  paid: '(d.is_paid and not d.is_pro_max)',
  pro_max: 'd.is_pro_max',
};

const isHealthCheck = (value: string): value is HealthCheck => Object.hasOwn(healthConditions, value);

export const listingSource: TableSource<typeof listingTable> = {
  shape: listingTable,
  from: 'dentists d',
  id: 'd.id',
  joins: `left join users u on u.id = d.user_id left join practice_types t on t.id = d.practice_type_id
    left join practices p on p.id = d.practice_id`,
  columns: {
    id: 'd.id',
    name: 'd.name',
    specialty: 'd.specialty',
    practice: 'p.name',
    practiceType: 't.name',
    services: `(select string_agg(s.name, ', ' order by s.name) from dentist_services ds join services s on s.id = ds.service_id
      where ds.dentist_id = d.id)`,
    address: 'd.address',
    city: 'd.city',
    state: 'd.state',
    zip: 'd.zip_code',
    phone: 'd.phone',
    email: 'd.email',
    website: 'd.website',
    owner: 'u.email',
    standing: `case when d.user_id is null then 'Unclaimed' when d.identity_changed_at is not null then 'Changes under review'
      when d.is_verified and d.is_paid then 'Verified' else 'Managed by the practice' end`,
    verified: 'd.is_verified',
    plan: `case when d.is_pro_max then 'Pro Max' when d.is_paid then 'Professional' else 'Free' end`,
    photos: '(select count(*) from dentist_photos ph where ph.dentist_id = d.id)',
    rating: shownRating.rating,
    reviews: shownRating.reviewCount,
    ratingSource: shownRating.source,
    npi: 'd.npi',
    source: `coalesce(d.field_sources->'name'->>'name', initcap(d.field_sources->'name'->>'source'))`,
    confirmed: 'd.confirmed_at',
    added: 'd.created_at',
    updated: 'd.updated_at',
    deleted: 'd.deleted_at',
  },
  // Each order has an index in listings.sql.
  sorts: {
    id: { sql: 'd.id', type: 'integer' },
    name: { sql: 'd.name_norm', type: 'text' },
    state: { sql: 'd.state', type: 'text', nullable: true, secondary: 'name', hasFewValues: true },
    zip: { sql: 'd.zip5', type: 'text', nullable: true, secondary: 'name' },
    updated: { sql: 'd.updated_at', type: 'timestamptz' },
  },
  filters: {
    state: (values) => isAnyOf('d.state', values),
    city: (values) => allOf([new SqlText().add('d.city_id = any(array(').append(citiesSql(values)).add('))')]),
    // A range, because the planner knows how many rows it has.
    zip: ([value = '']) =>
      new SqlText().add('(d.zip5 collate "C" >= ? and d.zip5 collate "C" < ? || chr(1114111))', value, value),
    plan: (values) => new SqlText().add(`(${values.map((value) => plans[value] ?? 'false').join(' or ')})`),
    verified: (values) => isFlagged(values, flagConditions.verified, 'not d.is_verified'),
    owned: (values) => isFlagged(values, flagConditions.owned, 'd.user_id is null'),
    review: (values) => isFlagged(values, flagConditions.review, 'd.identity_changed_at is null'),
    owner: ([value = '']) =>
      new SqlText().add('d.user_id = (select id from users where email = lower(?))', value.trim()),
    practice: ([value = '']) =>
      new SqlText().add(
        'd.practice_id = any(array(select id from practices where search_norm(name) collate "C" = search_norm(?)))',
        value,
      ),
    practiceType: (values) =>
      new SqlText().add(
        'd.practice_type_id = any(array(select id from practice_types where lower(name) = any(cast(? as text[]))))',
        values.map((value) => value.toLowerCase()),
      ),
    service: (values) =>
      new SqlText().add(
        `exists (select from dentist_services ds where ds.dentist_id = d.id
           and ds.service_id = any(array(select id from services where lower(name) = any(cast(? as text[])))))`,
        values.map((value) => value.toLowerCase()),
      ),
    photos: (values) => isFlagged(values, flagConditions.photos, 'd.practice_image is null'),
    specialty: textOf('d.specialty'),
    address: textOf('d.address'),
    email: textOf('d.email'),
    npi: ([value = '']) => new SqlText().add('d.npi = ?', value.trim()),
    rating: numbersOf(shownRating.rating),
    reviews: numbersOf(shownRating.reviewCount),
    ratingSource: textOf(shownRating.source),
    phone: (values) => isFlagged(values, flagConditions.phone, 'd.phone is null'),
    website: (values) => isFlagged(values, flagConditions.website, 'd.website is null'),
    source: (values) => isAnyOf(sourceColumn, values),
    health: (values) =>
      new SqlText().add(
        `(${values.map((value) => (isHealthCheck(value) ? `(${healthConditions[value]})` : 'false')).join(' or ')})`,
      ),
    added: daysOf('d.created_at'),
    updated: (values, context) => isInDays('d.updated_at', values, context),
    confirmed: (values, context) => isInDays('d.confirmed_at', values, context),
    // `base` reads this filter.
    deleted: () => new SqlText().add('true'),
  },
  base: ({ deleted }) =>
    new SqlText().add(deleted?.[0] === '1' ? 'd.deleted_at is not null and d.held_at is null' : 'd.deleted_at is null'),
  search: searchSql,
  storedTotal,
  findFewIds,
};

function citiesSql(values: readonly string[]): SqlText {
  const sql = new SqlText();
  for (const [index, value] of values.entries()) {
    const [, name = value, state] = /^(.*?)\s*,\s*([a-z]{2})$/i.exec(value.trim()) ?? [];
    sql.add(`${index > 0 ? ' union all ' : ''}select id from cities where name_norm = city_norm(?)`, name);
    if (state) sql.add(' and state = upper(?)', state);
  }
  return sql;
}

/** Searches by number, phone, email, ZIP code, or NPI, else by words of the name, city, and state. */
function searchSql(q: string): SqlText {
  const digits = q.replace(/[^0-9]/g, '');
  if (/^\d{5}$/.test(q)) return new SqlText().add('(d.zip5 = ? or d.id = cast(? as integer))', q, q);
  if (/^#?\d{1,9}$/.test(q)) return new SqlText().add('d.id = cast(? as integer)', digits);
  if (/^[\d\s().+-]+$/.test(q) && digits.length >= 10)
    return new SqlText().add(
      '((d.phone is not null and phone_digits(d.phone) = ?) or d.npi = ?)',
      digits.slice(-10),
      digits,
    );
  if (q.includes('@'))
    return new SqlText().add(
      '(d.user_id = any(array(select id from users where email = lower(?))) or (d.email is not null and lower(d.email) = lower(?)))',
      q,
      q,
    );
  return allOf(
    q
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 6)
      .map((word) => {
        const sql = new SqlText().add(
          `((search_norm(?) <> '' and d.name_norm like '%' || search_norm(?) || '%')
             or d.city_id = any(array(select id from cities where name_norm like search_norm(?) || '%'))`,
          word,
          escapeLike(word),
          escapeLike(word),
        );
        if (/^[a-z]{2}$/i.test(word)) sql.add(' or d.state = upper(?)', word);
        return sql.add(')');
      }),
  );
}

/** The counts that every write keeps: of the whole list, of states, and of the beginnings of ZIP codes. */
async function keptTotal(db: Knex, { q, filters }: TableFilter): Promise<number | null> {
  const names = Object.keys(filters);
  if (q !== '' || names.length > 1) return null;
  const [name] = names;
  const [zip = ''] = filters.zip ?? [];
  let condition: SqlText;
  if (name === undefined) condition = new SqlText().add(`scope = 'all' and key = ''`);
  else if (name === 'state')
    condition = new SqlText().add(`scope = 'state' and key = any(cast(? as text[]))`, [...new Set(filters.state)]);
  else if (name === 'zip' && /^\d{1,3}$/.test(zip))
    condition = new SqlText().add(`scope = 'zip3' and key >= ? and key < ? || chr(1114111)`, zip, zip);
  else return null;
  const [count] = await rows<{ n: number }>(
    db,
    `select coalesce(sum(n), 0)::int as n from facets where feature = 0 and ${condition.text}`,
    condition.bindings,
  );
  return count!.n;
}

/** Counts the listings updated in a range of days: those inside of it, or all but those outside if that many are inside. */
async function countUpdated(db: Knex, filter: TableFilter): Promise<number> {
  const most = thresholds.inside;
  const inside = conditionOf(listingSource, filter);
  const [few] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (select from dentists d where ${inside.text} limit ${most + 1}) few`,
    inside.bindings,
  );
  if (few!.n <= most) return few!.n;
  const [from = '', to = ''] = filter.filters.updated![0]!.split('..');
  const sql = new SqlText().add(
    `select (select coalesce(sum(n), 0) from facets where scope = 'all' and key = '' and feature = 0)`,
  );
  for (const days of [from && `..${addDays(from, -1)}`, to && `${addDays(to, 1)}..`])
    if (days)
      sql
        .add(' - (select count(*) from dentists d where ')
        .append(conditionOf(listingSource, { ...filter, filters: { updated: [days] } }))
        .add(')');
  const [count] = await rows<{ n: number }>(db, `${sql.text} as n`, sql.bindings);
  return count!.n;
}

/** Counting takes half a second at a million listings, so the count is kept until a listing changes or the day ends. */
const countStale = (db: Knex): Promise<number> =>
  cacheUntilChange(db, `stale listings on ${new Date().toISOString().slice(0, 10)}`, async () => {
    const [count] = await rows<{ n: number }>(
      db,
      `select count(*) as n from dentists d where d.deleted_at is null and ${healthConditions.stale}`,
    );
    return count!.n;
  });

/** True if the filter is nothing but this check of data health. */
const isOnlyCheck = ({ q, filters }: TableFilter, check: HealthCheck): boolean =>
  q === '' && Object.keys(filters).length === 1 && filters.health?.length === 1 && filters.health[0] === check;

const showsDeleted = ({ filters }: TableFilter): boolean => filters.deleted?.[0] === '1';

async function storedTotal(db: Knex, filter: TableFilter): Promise<number | null> {
  const kept = await keptTotal(db, filter);
  if (kept !== null || showsDeleted(filter)) return kept;
  const names = Object.keys(filter.filters);
  if (filter.q === '' && names.length === 1 && names[0] === 'updated') return countUpdated(db, filter);
  if (isOnlyCheck(filter, 'stale')) return countStale(db);
  if (isOnlyCheck(filter, 'duplicate')) return (await findDuplicates(db)).length;
  const split = await splitFilters(db, filter.filters);
  if (!split) return null;
  const isCovered = filter.q === '' && Object.keys(split.others).length === 0;
  const others = isCovered ? null : conditionOf(listingSource, { ...filter, filters: split.others });
  return countByFeatures(db, split.test, others);
}

async function findFewIds(db: Knex, filter: TableFilter): Promise<number[] | null> {
  if (showsDeleted(filter)) return null;
  const { health } = filter.filters;
  if (health?.length === 1 && health[0] === 'duplicate') {
    const ids = (await findDuplicates(db)).map(({ row }) => row);
    return ids.length > thresholds.few ? null : ids;
  }
  const split = await splitFilters(db, filter.filters);
  return split && findByFeatures(db, split.test, thresholds.few);
}
