import type { Knex } from 'knex';
import { healthChecks, type HealthCheck } from '#shared/data-health/health-checks.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import { healthConditions } from '#server/listings/admin/listing-health.ts';

export interface HealthCounts {
  total: number;
  counts: Record<HealthCheck, number>;
}

/** Counts the checks that look at one listing, in one pass. */
export async function countChecks(db: Knex): Promise<{ total: number; counts: Record<string, number> }> {
  const checks = healthChecks.map(({ key }) => key).filter((key) => key !== 'duplicate');
  const [counts] = await rows<Record<string, number>>(
    db,
    `select count(*)::int as total, ${checks.map((key) => `(count(*) filter (where ${healthConditions[key]}))::int as "${key}"`).join(', ')}
     from dentists d where deleted_at is null`,
  );
  const { total, ...others } = counts! as { total: number } & Record<string, number>;
  // The driver converts column names to camelCase.
  const toKey = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const byKey = Object.fromEntries(Object.entries(others).map(([key, n]) => [toKey(key), n]));
  return { total, counts: byKey };
}

interface UnhealthyRow {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  ownerEmail: string | null;
  updatedAt: Date;
}

/** The condition that a listing d is one of these. */
export const isAmong = (ids: readonly number[]): string => `d.id = any('{${ids.join()}}')`;

export const findUnhealthy = (
  db: Knex,
  condition: string,
  order: 'name' | 'newest',
  { limit, offset }: Slice,
): Promise<UnhealthyRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.city, d.state, d.zip_code, d.phone, u.email as owner_email, d.updated_at
     from dentists d left join users u on u.id = d.user_id
     where d.deleted_at is null and ${condition}
     order by ${order === 'name' ? 'd.name_norm, d.zip5, d.id' : 'd.id desc'} limit :limit offset :offset`,
    { limit, offset },
  );

export async function countUnhealthy(db: Knex, condition: string): Promise<number> {
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*)::int as n from dentists d where d.deleted_at is null and ${condition}`,
  );
  return count!.n;
}

export async function saveDay(db: Knex, day: string, { total, counts }: HealthCounts): Promise<void> {
  await rows(
    db,
    `insert into data_health_days (day, total, counts) values (cast(:day as date), :total, cast(:counts as jsonb))
     on conflict (day) do update set total = excluded.total, counts = excluded.counts`,
    { day, total, counts: JSON.stringify(counts) },
  );
}

export const findDays = (
  db: Knex,
  since: string,
): Promise<{ day: string; total: number; counts: Partial<Record<HealthCheck, number>> }[]> =>
  rows(
    db,
    `select cast(day as text) as day, total, counts from data_health_days where day >= cast(:since as date) order by day`,
    { since },
  );
