import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import type { Slice } from '#server/db/pagination.ts';

export interface AdminListingRow {
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
  userId: number | null;
  ownerName: string | null;
  ownerEmail: string | null;
  slug: string | null;
  citySlug: string | null;
  updatedAt: Date;
  deletedAt: Date | null;
}

export interface AdminFilter {
  q: string;
  owned: boolean | undefined;
  verified: boolean | undefined;
  deleted: boolean;
}

const MAX_COUNT = 10_001;

/** By number, phone, owner's address, ZIP code, or parts of name and city. */
function filterCondition({ q, owned, verified, deleted }: AdminFilter): {
  sql: string;
  bindings: Record<string, unknown>;
} {
  const parts = [deleted ? 'd.deleted_at is not null' : 'd.deleted_at is null'];
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
    parts.push(`d.phone is not null and phone_digits(d.phone) = :phone`);
    bindings.phone = digits.slice(-10);
  } else if (q.includes('@')) {
    parts.push('(d.user_id in (select id from users where email = lower(:mail)) or lower(d.email) = lower(:mail))');
    bindings.mail = q;
  } else
    for (const [place, word] of q
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 6)
      .entries()) {
      parts.push(
        `((search_norm(:word${place}) <> '' and d.name_norm like '%' || search_norm(:part${place}) || '%') or lower(d.city) like lower(:begins${place}) or upper(d.state) = upper(:word${place}))`,
      );
      bindings[`word${place}`] = word;
      const plain = word.replace(/[\\%_]/g, '\\$&');
      bindings[`part${place}`] = plain;
      bindings[`begins${place}`] = `${plain}%`;
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
    `select d.id, d.name, d.specialty, d.address, d.city, d.state, d.zip_code, d.phone, d.is_verified, d.is_paid, d.user_id,
       u.name as owner_name, u.email as owner_email, d.slug, c.slug as city_slug, d.updated_at, d.deleted_at
     from (select id from dentists d where ${sql} ${from} order by d.id desc limit :limit offset :offset) found
     join dentists d on d.id = found.id left join users u on u.id = d.user_id
     left join cities c on c.id = d.city_id order by d.id desc`,
    { ...bindings, ...page, ...(after ? { after } : {}) },
  );
  if (after !== undefined) return { items, total: null };
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (select 1 from dentists d where ${sql} limit ${MAX_COUNT}) found`,
    bindings,
  );
  return { items, total: count!.n };
}

export interface MergeRow {
  id: number;
  keptId: number;
  goneId: number;
  at: Date;
  byUser: number | null;
  changes: { field: string; before: unknown; after: unknown }[];
  movedClaims: number[];
  movedSlugs: { cityId: number; slug: string; made: boolean }[];
  undoneAt: Date | null;
}

export async function insertMerge(trx: Knex, row: Omit<MergeRow, 'id' | 'undoneAt'>): Promise<number> {
  const [made] = (await trx('listingMerges')
    .insert({ ...row, changes: JSON.stringify(row.changes), movedSlugs: JSON.stringify(row.movedSlugs) })
    .returning('id')) as [{ id: number }];
  return made.id;
}

export const lockMerge = (trx: Knex, id: number): Promise<MergeRow | undefined> =>
  trx('listingMerges').where({ id }).forUpdate().first() as Promise<MergeRow | undefined>;

export async function markMergeUndone(trx: Knex, id: number, at: Date): Promise<void> {
  await trx('listingMerges').where({ id }).update({ undoneAt: at });
}

export const findMerges = (
  db: Knex,
  keptId: number,
): Promise<{ id: number; goneId: number; goneName: string; at: Date; by: string | null; undoneAt: Date | null }[]> =>
  rows(
    db,
    `select m.id, m.gone_id, coalesce(d.name, 'Listing ' || m.gone_id) as gone_name, m.at, u.name as by, m.undone_at
     from listing_merges m left join dentists d on d.id = m.gone_id left join users u on u.id = m.by_user
     where m.kept_id = ? order by m.id desc`,
    [keptId],
  );

/** Where a merged listing went, through as many merges as there were. */
export async function findMergeTarget(db: Knex, id: number): Promise<number | undefined> {
  const [row] = await rows<{ id: number }>(
    db,
    `with recursive went (id, steps) as (
       select kept_id, 1 from listing_merges where gone_id = ? and undone_at is null
       union all
       select m.kept_id, w.steps + 1 from went w join listing_merges m on m.gone_id = w.id and m.undone_at is null where w.steps < 10)
     select id from went order by steps desc limit 1`,
    [id],
  );
  return row?.id;
}

/** Old addresses of the one that goes lead to the one that stays. */
export async function moveSlugs(trx: Knex, goneId: number, keptId: number, at: Date): Promise<MergeRow['movedSlugs']> {
  const old = await rows<{ cityId: number; slug: string }>(
    trx,
    `update listing_slugs set dentist_id = :keptId where dentist_id = :goneId returning city_id, slug`,
    { goneId, keptId },
  );
  const made = await rows<{ cityId: number; slug: string }>(
    trx,
    `insert into listing_slugs (city_id, slug, dentist_id, retired_at)
     select city_id, slug, :keptId, :at from dentists where id = :goneId and city_id is not null and slug is not null
     on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id returning city_id, slug`,
    { goneId, keptId, at },
  );
  return [...old.map((one) => ({ ...one, made: false })), ...made.map((one) => ({ ...one, made: true }))];
}

export async function moveSlugsBack(trx: Knex, goneId: number, slugs: MergeRow['movedSlugs']): Promise<void> {
  for (const { cityId, slug, made } of slugs)
    if (made) await trx('listingSlugs').where({ cityId, slug }).delete();
    else await trx('listingSlugs').where({ cityId, slug }).update({ dentistId: goneId });
}

/** Pending claims follow the listing; one that its claimant has there already stays behind. */
export async function moveClaims(trx: Knex, goneId: number, keptId: number): Promise<number[]> {
  const moved = await rows<{ id: number }>(
    trx,
    `update claim_requests c set dentist_id = :keptId where c.dentist_id = :goneId and c.status = 'pending'
       and not exists (select from claim_requests o where o.dentist_id = :keptId and o.user_id = c.user_id and o.status = 'pending')
     returning c.id`,
    { goneId, keptId },
  );
  return moved.map(({ id }) => id);
}

export async function moveClaimsBack(trx: Knex, goneId: number, ids: number[]): Promise<void> {
  await trx('claimRequests').whereIn('id', ids).where({ status: 'pending' }).update({ dentistId: goneId });
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

export interface ProblemRow {
  id: number;
  dentistId: number;
  listingName: string;
  about: string;
  message: string;
  email: string | null;
  status: 'open' | 'resolved' | 'dismissed';
  note: string | null;
  createdAt: Date;
  closedAt: Date | null;
  closedBy: number | null;
  slug: string | null;
  state: string | null;
  citySlug: string | null;
}

export async function insertProblem(trx: Knex, row: object): Promise<void> {
  await trx('listingProblems').insert(row);
}

export async function findProblemRows(
  db: Knex,
  status: string | null,
  page: { limit: number; offset: number },
): Promise<{ items: ProblemRow[]; total: number }> {
  const items = await rows<ProblemRow>(
    db,
    `select p.*, d.name as listing_name, d.state, d.slug, c.slug as city_slug
     from listing_problems p join dentists d on d.id = p.dentist_id
     left join cities c on c.id = d.city_id
     where cast(:status as text) is null or p.status = :status
     order by p.created_at desc, p.id desc limit :limit offset :offset`,
    { status, ...page },
  );
  const [count] = await rows<{ n: number }>(
    db,
    'select count(*) as n from listing_problems where cast(:status as text) is null or status = :status',
    { status },
  );
  return { items, total: count!.n };
}

export const lockProblem = (trx: Knex, id: number): Promise<Omit<ProblemRow, 'listingName'> | undefined> =>
  trx('listingProblems').where({ id }).forUpdate().first() as never;

export async function updateProblem(trx: Knex, id: number, change: object): Promise<void> {
  await trx('listingProblems').where({ id }).update(change);
}
