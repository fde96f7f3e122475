import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface Backlog {
  /** Jobs that are due or running. */
  due: number;
  /** Jobs that will not be tried again. */
  failed: number;
  /** How long the oldest due job has waited, in seconds. */
  oldestSeconds: number;
  runningImports: number;
}

export async function findBacklog(db: Knex, now: Date): Promise<Backlog> {
  const [backlog] = await rows<Backlog>(
    db,
    `select
       count(*) filter (where attempts < max_attempts and run_at <= :now)::int as due,
       count(*) filter (where attempts >= max_attempts and held_until is null)::int as failed,
       coalesce(extract(epoch from cast(:now as timestamptz) - min(greatest(run_at, created_at)) filter (where attempts < max_attempts and run_at <= :now)), 0)::float8 as oldest_seconds,
       (select count(*)::int from import_runs where status = 'running') as running_imports
     from jobs`,
    { now },
  );
  return backlog!;
}
