import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';

interface AdminListingRow {
  id: number;
  name: string;
  specialty: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  isVerified: boolean;
  isPaid: boolean;
  changesUnderReview: boolean;
  userId: number | null;
  ownerName: string | null;
  ownerEmail: string | null;
  slug: string | null;
  citySlug: string | null;
  updatedAt: Date;
  deletedAt: Date | null;
}

interface AdminFilter {
  q: string;
  owned: boolean | undefined;
  verified: boolean | undefined;
  deleted: boolean;
}

const MAX_COUNT = 10_001;

/** Searches by id, phone number, NPI, email address, ZIP code, or words of the name, city, and state. */
function filterCondition({ q, owned, verified, deleted }: AdminFilter): {
  sql: string;
  bindings: Record<string, unknown>;
} {
  const parts = [deleted ? 'd.deleted_at is not null and d.held_at is null' : 'd.deleted_at is null'];
  const bindings: Record<string, unknown> = {};
  if (owned !== undefined) parts.push(owned ? 'd.user_id is not null' : 'd.user_id is null');
  if (verified !== undefined) parts.push(verified ? 'd.is_verified' : 'not d.is_verified');
  const digits = q.replace(/[^0-9]/g, '');
  if (/^#?\d{1,9}$/.test(q) && digits.length !== 5) {
    parts.push('d.id = cast(:number as integer)');
    bindings.number = digits;
  } else if (/^\d{5}$/.test(q)) {
    parts.push('(d.zip5 = :zip or d.id = cast(:zip as integer))');
    bindings.zip = q;
  } else if (/^[\d\s().+-]+$/.test(q) && digits.length >= 10) {
    parts.push(`(d.npi = :digits or d.phone is not null and phone_digits(d.phone) = :phone)`);
    bindings.phone = digits.slice(-10);
    bindings.digits = digits;
  } else if (q.includes('@')) {
    parts.push('(d.user_id in (select id from users where email = lower(:mail)) or lower(d.email) = lower(:mail))');
    bindings.mail = q;
  } else
    for (const [index, word] of q
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 6)
      .entries()) {
      parts.push(
        `((search_norm(:word${index}) <> '' and d.name_norm like '%' || search_norm(:part${index}) || '%') or lower(d.city) like lower(:begins${index}) or upper(d.state) = upper(:word${index}))`,
      );
      bindings[`word${index}`] = word;
      bindings[`part${index}`] = escapeLike(word);
      bindings[`begins${index}`] = `${escapeLike(word)}%`;
    }
  return { sql: parts.join(' and '), bindings };
}

export async function findAdminListings(
  db: Knex,
  filter: AdminFilter,
  { after, ...page }: Slice,
): Promise<{ items: AdminListingRow[]; total: number | null }> {
  const { sql, bindings } = filterCondition(filter);
  const from = after ? 'and d.id < :after' : '';
  const items = await rows<AdminListingRow>(
    db,
    `select d.id, d.name, d.specialty, d.address, d.city, d.state, d.zip_code, d.phone, d.is_verified, d.is_paid, d.identity_changed_at is not null as changes_under_review, d.user_id,
       u.name as owner_name, u.email as owner_email, d.slug, c.slug as city_slug, d.updated_at, d.deleted_at
     from (select id from dentists d where ${sql} ${from} order by d.id desc limit :limit offset :offset) matching
     join dentists d on d.id = matching.id left join users u on u.id = d.user_id
     left join cities c on c.id = d.city_id order by d.id desc`,
    { ...bindings, ...page, ...(after ? { after } : {}) },
  );
  if (after !== undefined) return { items, total: null };
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (select 1 from dentists d where ${sql} limit ${MAX_COUNT}) matching`,
    bindings,
  );
  return { items, total: count!.n };
}

export const findAccountByEmail = (
  db: Knex,
  email: string,
): Promise<{ id: number; name: string; email: string } | undefined> =>
  db('users').where({ email }).first('id', 'name', 'email') as Promise<
    { id: number; name: string; email: string } | undefined
  >;

export const findOwner = (
  db: Knex,
  userId: number,
): Promise<{ id: number; name: string; email: string; plan: string; status: string } | undefined> =>
  db('users')
    .where({ id: userId })
    .first('id', 'name', 'email', { plan: 'subscriptionPlan' }, { status: 'subscriptionStatus' }) as never;

/** The values that a column, or the practice's name, has on the rows of a bulk change, most frequent first. */
export const countPresentValues = (
  db: Knex,
  changeId: number,
  field: string,
): Promise<{ value: string | null; count: number }[]> =>
  rows(
    db,
    `select cast(?? as text) as value, count(*) as count from bulk_change_rows r join dentists d on d.id = r.row_id
       left join practices p on p.id = d.practice_id
     where r.bulk_change_id = ? group by 1 order by 2 desc, 1 limit 200`,
    [field === 'practiceName' ? 'p.name' : `d.${field}`, changeId],
  );
