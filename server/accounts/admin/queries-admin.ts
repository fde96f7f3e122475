import type { Knex } from 'knex';
import type { Role } from '#shared/roles.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';

interface UserSummaryRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  subscriptionPlan: string;
  subscriptionStatus: string;
  subscriptionExpiresAt: Date | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  listings: number;
  sessions: number;
  stripeSubscriptionId: string | null;
}

const view = `select u.id, u.name, u.email, u.role, u.subscription_plan, u.subscription_status, u.subscription_expires_at, u.created_at,
  u.stripe_subscription_id,
  (select max(s.last_seen_at) from auth_sessions s where s.user_id = u.id) as last_seen_at,
  (select count(*) from auth_sessions s where s.user_id = u.id and s.expires_at > :now) as sessions,
  (select count(*) from dentists d where d.user_id = u.id and d.deleted_at is null) as listings
  from users u`;

export async function searchUsers(
  db: Knex,
  filter: { q: string; role: string | null; plan: string | null; now: Date },
  { after, ...page }: Slice,
): Promise<{ items: UserSummaryRow[]; total: number | null }> {
  const like = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`;
  const where = `where (:q = '' or u.email ilike :like or u.name ilike :like or cast(u.id as text) = :q)
    and (cast(:role as text) is null or u.role = :role) and (cast(:plan as text) is null or u.subscription_plan = :plan)`;
  const bindings = { ...filter, ...page, like, after: after ?? 0 };
  const items = await rows<UserSummaryRow>(
    db,
    `${view} ${where} and (:after = 0 or u.id < :after) order by u.id desc limit :limit offset :offset`,
    bindings,
  );
  if (after !== undefined) return { items, total: null };
  const [count] = await rows<{ n: number }>(db, `select count(*) as n from users u ${where}`, bindings);
  return { items, total: count!.n };
}

export async function findUserSummary(db: Knex, id: number, now: Date): Promise<UserSummaryRow | undefined> {
  const [row] = await rows<UserSummaryRow>(db, `${view} where u.id = :id`, { id, now });
  return row;
}

/** Locked while roles change, so that two administrators cannot demote each other at the same time. */
export async function lockAdmins(trx: Knex): Promise<number[]> {
  return (await rows<{ id: number }>(trx, `select id from users where role = 'admin' order by id for update`)).map(
    ({ id }) => id,
  );
}

export const deleteAllSessions = (trx: Knex, userId: number): Promise<number> =>
  trx('authSessions').where({ userId }).delete();

export const listListingsOfUser = (
  db: Knex,
  userId: number,
): Promise<
  {
    id: number;
    name: string;
    city: string | null;
    state: string | null;
    slug: string | null;
    citySlug: string | null;
  }[]
> =>
  rows(
    db,
    `select d.id, d.name, d.city, d.state, d.slug, c.slug as city_slug from dentists d
     left join cities c on c.id = d.city_id
     where d.user_id = ? and d.deleted_at is null order by d.id limit 200`,
    [userId],
  );

export const listClaimsOfUser = (
  db: Knex,
  userId: number,
): Promise<{ id: number; listing: string; status: string; submittedAt: Date }[]> =>
  rows(
    db,
    `select c.id, coalesce(c.group_name, d.name) as listing, c.status, c.submitted_at from claim_requests c join dentists d on d.id = c.dentist_id
     where c.user_id = ? order by c.id desc limit 100`,
    [userId],
  );
