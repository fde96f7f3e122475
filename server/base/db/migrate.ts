import type { Knex } from 'knex';
import type pg from 'pg';
import { connect, rejectTransactionPooler, type ConnectOptions } from './connect.ts';
import { DatabaseProblem } from './database-problem.ts';
import { embeddedHome } from './embedded.ts';
import { incompleteDatabase, rejectIncompleteSchema } from './schema.ts';

const LOCK = 2_024_817_733;

interface MigrateOptions extends ConnectOptions {
  /** False to migrate before `schema.sql` is generated again. */
  checksSchema?: boolean;
}

/**
 * Waits for a database and brings it up to this release, or throws if it can't be used. Servers that start at the same time take turns on an advisory lock, because Postgres
 * releases it when its holder dies. Knex's own lock row would remain, so it is cleared.
 */
export async function migrate(
  db: Knex,
  url: string,
  { checksSchema = true, ...options }: MigrateOptions = {},
): Promise<void> {
  const client = await connect(url, options);
  try {
    await rejectTransactionPooler(client, url);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await rejectOldDatabase(client, url);
    await db.migrate.forceFreeMigrationsLock();
    await db.migrate.latest().catch(rejectRemains);
    if (checksSchema) await rejectIncompleteSchema(db);
  } finally {
    await client.end();
  }
}

/** Errors about a table, function, or other object that exists already. */
const DUPLICATES = new Set(['42P07', '42710', '42723', '42P06', '42701']);

/** Migrations meet the tables of a restore that failed before it recorded which migrations they are from. */
function rejectRemains(error: { code?: string }): never {
  if (!DUPLICATES.has(error.code ?? '')) throw error;
  throw incompleteDatabase('it has our tables, but no record of the migrations that made them');
}

/** The timestamp of the first migration. Earlier ones were squashed into it and its followers. */
const FIRST_MIGRATION = '20261124';

/** True for migrations whose result the first ones of this release contain. Its backups can be restored. */
export const isSquashedMigration = (name: string): boolean => name < FIRST_MIGRATION && !isNumberedMigration(name);

/** True for the names of migrations before timestamps, which began with a four-digit number. */
export const isNumberedMigration = (name: string): boolean => /^\d{4}_/.test(name);

/** Throws if the database was made before the migrations were squashed. */
export async function rejectOldDatabase(client: pg.Client, url: string): Promise<void> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as exists`,
  );
  if (!table.rows[0]!.exists) return;
  const old = await client.query<{ name: string }>(
    `select name from public.schema_migrations where name collate "C" < $1 order by name collate "C" limit 1`,
    [FIRST_MIGRATION],
  );
  if (old.rowCount === 0) return;
  const home = embeddedHome(url);
  const startOver = home ? `move the folder ${home} away` : 'set DATABASE_URL to a new, empty database';
  throw new DatabaseProblem(
    isNumberedMigration(old.rows[0]!.name)
      ? `An earlier release made this database, and it can't be upgraded: ${startOver} to start over, and to keep your listings, ` +
          'export them as CSV with the earlier release first and import that file afterward.'
      : 'An earlier release made this database, and this release can only read its backup: run "npm run backup -- FILE" with ' +
          `the earlier release, ${startOver}, and run "npm run restore -- FILE" with this release before its first start.`,
  );
}
