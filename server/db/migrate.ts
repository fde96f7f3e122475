import type { Knex } from 'knex';
import pg from 'pg';

const LOCK = 2_024_817_733;

/**
 * Brings a database up to this release. Several servers may start at once: an advisory lock, which the database drops
 * by itself when its holder dies, stands in front of knex's own lock row, which would stay behind.
 */
export async function migrate(db: Knex, url: string): Promise<void> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await db.migrate.forceFreeMigrationsLock();
    await db.migrate.latest();
  } finally {
    await holder.end();
  }
}
