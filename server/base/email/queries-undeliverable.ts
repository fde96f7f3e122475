import type { Knex } from 'knex';
import { rows } from '../db/knex.ts';

interface UndeliverableEmail {
  /** The mail server's reply. */
  reason: string;
  since: Date;
  lastFailedAt: Date;
}

export async function findUndeliverable(db: Knex, email: string): Promise<UndeliverableEmail | undefined> {
  const [row] = await rows<UndeliverableEmail>(
    db,
    'select reason, since, last_failed_at from undeliverable_emails where email = lower(?)',
    [email],
  );
  return row;
}

export async function markUndeliverable(db: Knex, email: string, reason: string, now: Date): Promise<void> {
  await rows(
    db,
    `insert into undeliverable_emails (email, reason, since, last_failed_at) values (lower(:email), :reason, :now, :now)
     on conflict (email) do update set reason = excluded.reason, last_failed_at = excluded.last_failed_at`,
    { email, reason, now },
  );
}

export async function clearUndeliverable(db: Knex, email: string): Promise<void> {
  await rows(db, 'delete from undeliverable_emails where email = lower(?)', [email]);
}

export async function deleteOldUndeliverable(db: Knex, before: Date): Promise<void> {
  await db('undeliverableEmails').where('lastFailedAt', '<', before).delete();
}
