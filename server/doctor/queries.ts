import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

async function one<T>(db: Knex, sql: string, bindings?: Record<string, unknown>): Promise<T> {
  const [row] = await rows<T>(db, sql, bindings);
  return row!;
}

export const readDatabase = (db: Knex) =>
  one<{ version: number; bytes: number; milliseconds: number; name: string }>(
    db,
    `select cast(current_setting('server_version_num') as integer) as version, pg_database_size(current_database()) as bytes,
       cast(extract(epoch from clock_timestamp()) * 1000 as float8) as milliseconds, current_database() as name`,
  );

interface DatabaseSettings {
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  autovacuum: string;
  trackCounts: string;
  readOnly: string;
  inRecovery: boolean;
  encoding: string;
  maxConnections: number;
  reservedConnections: number;
  openConnections: number;
}
export const readSettings = (db: Knex) =>
  one<DatabaseSettings>(
    db,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
       current_setting('track_counts') as track_counts, current_setting('default_transaction_read_only') as read_only,
       pg_is_in_recovery() as in_recovery, current_setting('server_encoding') as encoding,
       cast(current_setting('max_connections') as integer) as max_connections,
       cast(current_setting('superuser_reserved_connections') as integer) as reserved_connections,
       (select cast(sum(numbackends) as integer) from pg_stat_database) as open_connections`,
  );

interface DatabaseRights {
  role: string;
  database: string;
  canCreateSchemas: boolean;
  canCreateTables: boolean;
  /** Tables of another role that it can't read or write. The owner of some has taken rights from itself on purpose. */
  closedTables: string[];
  /** Tables that belong to another role, so that migrations can't change them. */
  foreignTables: string[];
}
export const readRights = (db: Knex) =>
  one<DatabaseRights>(
    db,
    `select current_user as role, current_database() as database,
       has_database_privilege(current_database(), 'create') as can_create_schemas,
       has_schema_privilege('public', 'usage') and has_schema_privilege('public', 'create') as can_create_tables,
       coalesce(array_agg(cast(relname as text) order by relname) filter (where not pg_has_role(relowner, 'usage') and not
         (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
         and has_table_privilege(oid, 'delete'))), '{}') as closed_tables,
       coalesce(array_agg(cast(relname as text) order by relname) filter (where not pg_has_role(relowner, 'usage')), '{}') as foreign_tables
     from pg_class where relnamespace = cast('public' as regnamespace) and relkind = 'r'`,
  );

export const findExtensions = (db: Knex, names: readonly string[]) =>
  rows<{ name: string; installed: boolean; available: boolean }>(
    db,
    `select name, exists (select from pg_extension where extname = name) as installed,
       exists (select from pg_available_extensions a where a.name = wanted.name) as available
     from unnest(cast(:names as text[])) as wanted (name) order by name`,
    { names },
  );

interface Replica {
  name: string;
  /** Null if the role may not see it. */
  bytes: number | null;
  seconds: number | null;
}
export const findReplicas = (db: Knex) =>
  rows<Replica>(
    db,
    `select coalesce(nullif(application_name, ''), host(client_addr), 'a replica') as name,
       cast(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as float8) as bytes,
       case when state is not null then coalesce(cast(extract(epoch from replay_lag) as float8), 0) end as seconds
     from pg_stat_replication order by 1`,
  );

/** Replication slots without a connected replica, and how much WAL they keep. */
export const findIdleSlots = (db: Knex) =>
  rows<{ name: string; bytes: number }>(
    db,
    `select cast(slot_name as text) as name, cast(coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0) as float8) as bytes
     from pg_replication_slots where not active order by 2 desc`,
  );

/** Null if the database has no table of migrations. */
export async function findMigrations(db: Knex): Promise<{ names: string[]; firstAt: Date | null } | null> {
  const { exists } = await one<{ exists: boolean }>(
    db,
    `select to_regclass('public.schema_migrations') is not null as exists`,
  );
  if (!exists) return null;
  return one(
    db,
    `select coalesce(array_agg(name order by name), '{}') as names, min(migration_time) as first_at from schema_migrations`,
  );
}

/** Indexes that an interrupted build left unusable, and triggers that someone turned off. */
export const findBrokenObjects = (db: Knex) =>
  rows<{ kind: 'index' | 'trigger'; name: string; tableName: string }>(
    db,
    `select 'index' as kind, cast(i.relname as text) as name, cast(t.relname as text) as table_name
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where not x.indisvalid and t.relnamespace = cast('public' as regnamespace)
     union all
     select 'trigger', cast(tgname as text), cast(t.relname as text) from pg_trigger join pg_class t on t.oid = tgrelid
     where not tgisinternal and tgenabled = 'D' and t.relnamespace = cast('public' as regnamespace)
     order by 1, 2`,
  );

export interface Jobs {
  /** Jobs that wait for a server, by name, the oldest first. */
  late: { name: string; count: number; seconds: number }[];
  failed: number;
  /** When a server last started a scheduled job. */
  lastTick: Date | null;
}
export async function readJobs(db: Knex, now: Date): Promise<Jobs> {
  const late = await rows<Jobs['late'][number]>(
    db,
    `select name, cast(count(*) as integer) as count,
       cast(extract(epoch from cast(:now as timestamptz) - min(greatest(run_at, created_at))) as float8) as seconds
     from jobs where attempts < max_attempts and run_at <= :now and (held_until is null or held_until < now())
     group by name order by seconds desc`,
    { now },
  );
  const rest = await one<Pick<Jobs, 'failed' | 'lastTick'>>(
    db,
    `select (select cast(count(*) as integer) from jobs where attempts >= max_attempts and held_until is null) as failed,
       (select max(last_due) from job_schedules) as last_tick`,
  );
  return { late, ...rest };
}

export const findLastStripeEvent = (db: Knex) =>
  one<{ receivedAt: Date | null }>(db, `select max(received_at) as received_at from stripe_events`);
