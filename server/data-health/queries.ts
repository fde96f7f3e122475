import type { Knex } from 'knex';
import { healthChecks, type HealthCheck } from '#shared/data-health/health-checks.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import { healthConditions } from '#server/listings/admin/listing-health.ts';

interface HealthCounts {
  total: number;
  counts: Record<HealthCheck, number>;
}

/** Counts all checks in one pass. The duplicates are counted by cluster, because a membership test per listing is slow. */
export async function countChecks(db: Knex): Promise<HealthCounts & { clusters: number }> {
  const checks = healthChecks.map(({ key }) => key).filter((key) => key !== 'duplicate');
  const [counts] = await rows<Record<string, number>>(
    db,
    `select count(*)::int as total, ${checks.map((key) => `(count(*) filter (where ${healthConditions[key]}))::int as "${key}"`).join(', ')}
     from dentists d where deleted_at is null`,
  );
  const [duplicates] = await rows<{ clusters: number; listings: number }>(
    db,
    `select count(*)::int as clusters, coalesce(sum(n), 0)::int as listings from (
       select count(*) as n from dentists where deleted_at is null and zip5 is not null
       group by name_norm, zip5 having count(*) > 1 and count(distinct npi) < count(*)) c`,
  );
  const { total, ...others } = counts! as { total: number } & Record<string, number>;
  // The driver converts column names to camelCase.
  const toKey = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const byKey = Object.fromEntries(Object.entries(others).map(([key, n]) => [toKey(key), n]));
  return {
    total,
    clusters: duplicates!.clusters,
    counts: { ...byKey, duplicate: duplicates!.listings } as Record<HealthCheck, number>,
  };
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

/** Duplicates are listed cluster by cluster, everything else newest first. */
export const findUnhealthy = (db: Knex, check: HealthCheck, { limit, offset }: Slice): Promise<UnhealthyRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.city, d.state, d.zip_code, d.phone, u.email as owner_email, d.updated_at
     from dentists d left join users u on u.id = d.user_id
     where d.deleted_at is null and ${healthConditions[check]}
     order by ${check === 'duplicate' ? 'd.name_norm, d.zip5, d.id' : 'd.id desc'} limit :limit offset :offset`,
    { limit, offset },
  );

export async function countUnhealthy(db: Knex, check: HealthCheck): Promise<number> {
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*)::int as n from dentists d where d.deleted_at is null and ${healthConditions[check]}`,
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
