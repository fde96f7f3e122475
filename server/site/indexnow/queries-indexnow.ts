import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

const NAME = 'indexnow_sent';

/** The last change that was sent. */
export interface Sent {
  /** With microseconds, so it stays a text. */
  at: string;
  /** The listing, because several can change at the same time. */
  id: number;
}

export const findSent = async (db: Knex): Promise<Sent | undefined> =>
  (await rows<{ value: Sent }>(db, 'select value from system_settings where name = ?', [NAME]))[0]?.value;

export const saveSent = (db: Knex, sent: Sent, now: Date): Promise<unknown> =>
  rows(
    db,
    `insert into system_settings (name, value, updated_at) values (:name, cast(:value as jsonb), :now)
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    { name: NAME, value: JSON.stringify(sent), now },
  );

/** How long the oldest transaction that writes has been open. Its changes have times from before its commit. */
export async function findOldestWriteSeconds(db: Knex): Promise<number> {
  const [row] = await rows<{ seconds: number }>(
    db,
    `select cast(coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) as float) as seconds
     from pg_stat_activity where datname = current_database() and backend_xid is not null`,
    [],
  );
  return row!.seconds;
}
