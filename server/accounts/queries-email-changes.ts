import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface EmailChange {
  id: number;
  userId: number;
  oldEmail: string;
  newEmail: string;
}

/** Finds and locks the change that waits to be confirmed. */
export const lockPendingChange = (trx: Knex, userId: number): Promise<EmailChange | undefined> =>
  trx('emailChanges').where({ userId, confirmedAt: null }).forUpdate().first() as Promise<EmailChange | undefined>;

/** Replaces a change that was not confirmed yet. */
export async function savePendingChange(
  trx: Knex,
  change: Omit<EmailChange, 'id'> & { requestedAt: Date; expiresAt: Date },
): Promise<void> {
  await deletePendingChange(trx, change.userId);
  await trx('emailChanges').insert(change);
}

export async function extendPendingChange(trx: Knex, id: number, expiresAt: Date): Promise<void> {
  await trx('emailChanges').where({ id }).update({ expiresAt });
}

/** Deletes the change that was not confirmed yet, and the links to its address. */
export async function deletePendingChange(trx: Knex, userId: number): Promise<void> {
  await rows(
    trx,
    `with gone as (delete from email_changes where user_id = :userId and confirmed_at is null returning user_id, new_email)
     delete from email_verifications v using gone where v.user_id = gone.user_id and v.email = gone.new_email`,
    { userId },
  );
}

/** The pending change that a link confirms, locked. */
export async function lockChangeOfLink(trx: Knex, tokenHash: Buffer, now: Date): Promise<EmailChange | undefined> {
  const [change] = await rows<EmailChange>(
    trx,
    `select c.id, c.user_id, c.old_email, c.new_email from email_changes c
     join email_verifications v on v.user_id = c.user_id and v.email = c.new_email
     where v.token_hash = :tokenHash and v.expires_at > :now and c.confirmed_at is null for update of c`,
    { tokenHash, now },
  );
  return change;
}

export async function confirmChange(
  trx: Knex,
  id: number,
  { confirmedAt, ...undo }: { confirmedAt: Date; expiresAt: Date; undoHash: Buffer | null },
): Promise<void> {
  await trx('emailChanges')
    .where({ id })
    .update({ confirmedAt, ...undo });
}

/** The change that a link undoes, locked. */
export const lockChangeToUndo = (trx: Knex, undoHash: Buffer, now: Date): Promise<EmailChange | undefined> =>
  trx('emailChanges').where({ undoHash }).where('expiresAt', '>', now).forUpdate().first() as Promise<
    EmailChange | undefined
  >;

/** Ends this change and all later ones of the account, so that no link leads back to an address in between. */
export async function endChangesFrom(trx: Knex, { id, userId }: EmailChange): Promise<void> {
  await trx('emailChanges').where({ userId }).where('id', '>=', id).delete();
}

export async function markVerified(trx: Knex, userId: number, email: string, now: Date): Promise<void> {
  await rows(
    trx,
    `update users set email_verified_at = coalesce(email_verified_at, :now) where id = :userId and email = :email returning id`,
    { userId, email, now },
  );
}

export async function deleteExpiredChanges(db: Knex, now: Date): Promise<void> {
  await db('emailChanges').where('expiresAt', '<', now).delete();
}
