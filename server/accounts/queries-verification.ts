import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export async function saveVerification(
  trx: Knex,
  verification: { tokenHash: Buffer; userId: number; email: string; expiresAt: Date },
): Promise<void> {
  await trx('emailVerifications').insert(verification);
}

/**
 * Uses the link once. Opening it again succeeds while the address is still verified, so that a repeated click does no
 * harm. Null for an unknown or expired link, and for a link to an address that the account no longer has.
 */
export async function useVerification(
  trx: Knex,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: number; email: string } | null> {
  const [link] = await rows<{ userId: number; email: string }>(
    trx,
    `update email_verifications v set used_at = coalesce(v.used_at, :now) from users u
     where v.token_hash = :tokenHash and v.expires_at > :now and u.id = v.user_id and u.email = v.email
       and (v.used_at is null or u.email_verified_at is not null)
     returning v.user_id, v.email`,
    { tokenHash, now },
  );
  if (!link) return null;
  const verified = await rows(
    trx,
    `update users set email_verified_at = coalesce(email_verified_at, :now) where id = :userId and email = :email returning id`,
    { ...link, now },
  );
  return verified.length === 1 ? link : null;
}

/** False if another account has the address. The trigger users_email_changed clears its verification. */
export async function replaceEmail(trx: Knex, userId: number, email: string): Promise<boolean> {
  const changed = await rows(
    trx,
    `update users set email = :email where id = :userId and not exists (select from users where email = :email) returning id`,
    { userId, email },
  );
  return changed.length === 1;
}

export async function deleteVerifications(trx: Knex, userId: number): Promise<void> {
  await trx('emailVerifications').where({ userId }).delete();
}

export async function deleteExpiredVerifications(db: Knex, now: Date): Promise<void> {
  await db('emailVerifications').where('expiresAt', '<', now).delete();
}
