import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { PAUSE_DAYS } from '#server/base/email/undeliverable.ts';

interface Moment {
  now: Date;
  /** Listings that were confirmed, changed, or asked about since then wait. */
  since: Date;
}

/**
 * Listings d of owners u that were neither confirmed nor changed by them since then. An owner who has had the email since then,
 * has turned it off, or can't be reached gets none.
 */
const DUE = `from users u join dentists d on d.user_id = u.id left join notification_settings s on s.user_id = u.id
  where d.deleted_at is null and u.email_verified_at is not null and coalesce(s.confirmations, true)
    and (d.confirmed_at is null or d.confirmed_at < :since)
    and not exists (select from confirmation_requests r where r.user_id = u.id and r.sent_at >= :since)
    and not exists (select from confirmation_requests r where r.dentist_id = d.id and r.sent_at >= :since)
    and not exists (select from listing_history h where h.dentist_id = d.id and h.at >= :since
      and (h.source in ('owner', 'manager') or h.field = 'userId'))
    and not exists (select from undeliverable_emails e where e.email = lower(u.email)
      and e.last_failed_at > cast(:now as timestamptz) - interval '${PAUSE_DAYS} days')`;

export const findOwnersToAsk = async (db: Knex, moment: Moment): Promise<number[]> =>
  (await rows<{ id: number }>(db, `select distinct u.id ${DUE} order by u.id`, { ...moment })).map(({ id }) => id);

interface AskedOwner {
  id: number;
  name: string;
  email: string;
}

/** Locks the owner, so that a job that runs twice at the same time asks once. */
export async function lockOwner(trx: Knex, userId: number): Promise<AskedOwner | undefined> {
  const [owner] = await rows<AskedOwner>(trx, 'select id, name, email from users where id = ? for update', [userId]);
  return owner;
}

export const findListingsToAsk = async (trx: Knex, userId: number, moment: Moment): Promise<number[]> =>
  (await rows<{ id: number }>(trx, `select d.id ${DUE} and u.id = :userId order by d.id`, { ...moment, userId })).map(
    ({ id }) => id,
  );

export async function saveRequests(trx: Knex, userId: number, ids: readonly number[], sentAt: Date): Promise<void> {
  await rows(
    trx,
    `insert into confirmation_requests (dentist_id, user_id, sent_at)
     select id, :userId, :sentAt from unnest(cast(:ids as integer[])) id
     on conflict (dentist_id) do update set user_id = excluded.user_id, sent_at = excluded.sent_at`,
    { userId, ids, sentAt },
  );
}

/** The listings of a mailing that still belong to the owner who got it, and the owner's address. */
export async function findRequest(
  db: Knex,
  userId: number,
  sentAt: Date,
): Promise<{ email: string; ids: number[] } | null> {
  const found = await rows<{ email: string; id: number }>(
    db,
    `select u.email, d.id from confirmation_requests r join users u on u.id = r.user_id
     join dentists d on d.id = r.dentist_id and d.user_id = r.user_id and d.deleted_at is null
     where r.user_id = :userId and r.sent_at = :sentAt order by d.id`,
    { userId, sentAt },
  );
  return found[0] ? { email: found[0].email, ids: found.map(({ id }) => id) } : null;
}
