import type { Knex } from 'knex';
import pg from 'pg';
import { embeddedHome } from './embedded.ts';

const LOCK = 2_024_817_733;

/** Its message explains everything, so it is printed without a stack trace. */
export class OldDatabaseError extends Error {
  override readonly name = 'OldDatabaseError';
}

/**
 * Brings a database up to this release. Servers that start at the same time take turns on an advisory lock, because Postgres
 * releases it when its holder dies. Knex's own lock row would remain, so it is cleared.
 */
export async function migrate(db: Knex, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await rejectOldDatabase(client, url);
    await db.migrate.forceFreeMigrationsLock();
    await db.migrate.latest();
  } finally {
    await client.end();
  }
}

/** True for the names of migrations before they were squashed, which began with a four-digit number. */
export const isOldMigration = (name: string): boolean => /^\d{4}_/.test(name);

/** Throws if the database was made before the migrations were squashed. Their names began with a four-digit number. */
export async function rejectOldDatabase(client: pg.Client, url: string): Promise<void> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (!table.rows[0]!.exists) return;
  const old = await client.query(`select from schema_migrations where name ~ '^[0-9]{4}_' limit 1`);
  if (old.rowCount === 0) return;
  const home = embeddedHome(url);
  throw new OldDatabaseError(
    "An earlier release made this database, and it can't be upgraded: " +
      `${home ? `move the folder ${home} away` : 'set DATABASE_URL to a new, empty database'} to start over, and to keep your listings, ` +
      'export them as CSV with the earlier release first and import that file afterward.',
  );
}
