import type { Knex } from 'knex';
import type { HealthCheck } from '#contract/admin/health-checks.ts';
import { listingTable } from '#contract/listings/listing-table.ts';
import { escapeLike } from '#server/db/escape-like.ts';
import { rows } from '#server/db/knex.ts';
import { isAnyOf, isFlagged, isInDays } from '#server/db/tables/filter-sql.ts';
import { allOf, SqlText } from '#server/db/tables/sql-text.ts';
import type { TableFilter, TableSource } from '#server/db/tables/table-source.ts';
import { healthConditions } from './queries-health.ts';

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
    rating: 'd.rating',
    reviews: 'd.review_count',
    npi: 'd.npi',
    source: `coalesce(d.field_sources->'name'->>'name', initcap(d.field_sources->'name'->>'source'))`,
    confirmed: 'd.confirmed_at',
    added: 'd.created_at',
    updated: 'd.updated_at',
    deleted: 'd.deleted_at',
  },
  // Each order has an index in admin-tables.sql, or fewer-indexes.sql.
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
    verified: (values) => isFlagged(values, 'd.is_verified', 'not d.is_verified'),
    owned: (values) => isFlagged(values, 'd.user_id is not null', 'd.user_id is null'),
    review: (values) => isFlagged(values, 'd.identity_changed_at is not null', 'd.identity_changed_at is null'),
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
    photos: (values) => isFlagged(values, 'd.practice_image is not null', 'd.practice_image is null'),
    phone: (values) => isFlagged(values, 'd.phone is not null', 'd.phone is null'),
    website: (values) => isFlagged(values, 'd.website is not null', 'd.website is null'),
    source: (values) => isAnyOf(`(d.field_sources->'name'->>'source')`, values),
    health: (values) =>
      new SqlText().add(
        `(${values.map((value) => (isHealthCheck(value) ? `(${healthConditions[value]})` : 'false')).join(' or ')})`,
      ),
    updated: (values, context) => isInDays('d.updated_at', values, context),
    confirmed: (values, context) => isInDays('d.confirmed_at', values, context),
    // `base` reads this filter.
    deleted: () => new SqlText().add('true'),
  },
  base: ({ deleted }) => new SqlText().add(deleted?.[0] === '1' ? 'd.deleted_at is not null' : 'd.deleted_at is null'),
  search: searchSql,
  storedTotal,
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
        return sql.add(
          /^[a-z]{2}$/i.test(word) ? ' or d.state = upper(?))' : ')',
          ...(word.length === 2 ? [word] : []),
        );
      }),
  );
}

/** Flags whose listings are few, so that an index of their own counts them. */
const countedFlags: Record<string, string> = {
  verified: 'is_verified',
  owned: 'user_id is not null',
  photos: 'practice_image is not null',
};

/** Every write keeps the counts of the directory and of each state, and partial indexes hold the rarer side of flags. */
async function storedTotal(db: Knex, { q, filters }: TableFilter): Promise<number | null> {
  const names = Object.keys(filters);
  if (q !== '' || names.length > 1) return null;
  const [name = 'all'] = names;
  if (name === 'state') {
    const [count] = await rows<{ n: number }>(
      db,
      `select coalesce(sum(n), 0)::int as n from facets where scope = 'state' and key = any(cast(? as text[])) and service_id = 0`,
      [[...new Set(filters.state)]],
    );
    return count!.n;
  }
  if (name !== 'all' && !Object.hasOwn(countedFlags, name)) return null;
  const sql =
    name === 'all'
      ? `(select 0)`
      : `(select count(*) from dentists where deleted_at is null and ${countedFlags[name]!})`;
  const [count] = await rows<{ total: number; flagged: number }>(
    db,
    `select coalesce((select sum(n) from facets where scope = 'all' and key = '' and service_id = 0), 0)::int as total, ${sql} as flagged`,
  );
  if (name === 'all') return count!.total;
  return filters[name]?.[0] === '0' ? count!.total - count!.flagged : count!.flagged;
}
