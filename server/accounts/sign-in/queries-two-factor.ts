import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface TwoFactorRow {
  secret: string;
  confirmedAt: Date | null;
}

export const findTwoFactor = (db: Knex, userId: number): Promise<TwoFactorRow | undefined> =>
  db<TwoFactorRow>('twoFactor')
    .where({ userId } as never)
    .first('secret', 'confirmedAt') as Promise<TwoFactorRow | undefined>;

/** Stores a new secret to enroll with. False if two-factor login is already on. */
export async function startTwoFactor(trx: Knex, userId: number, secret: string, at: Date): Promise<boolean> {
  const startedRows = await rows(
    trx,
    `insert into two_factor (user_id, secret, created_at) values (:userId, :secret, :at)
     on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = null
       where two_factor.confirmed_at is null
     returning user_id`,
    { userId, secret, at },
  );
  return startedRows.length === 1;
}

/** Marks a time step as used, so that a code cannot be replayed. False if this step or a later one was used before. */
export async function consumeTimeStep(trx: Knex, userId: number, step: number): Promise<boolean> {
  const updatedRows = await rows(
    trx,
    `update two_factor set last_step = :step where user_id = :userId and (last_step is null or last_step < :step) returning user_id`,
    { userId, step },
  );
  return updatedRows.length === 1;
}

export async function activateTwoFactor(trx: Knex, userId: number, at: Date): Promise<boolean> {
  return (await trx('twoFactor').where({ userId, confirmedAt: null }).update({ confirmedAt: at })) === 1;
}

/** True if two-factor login was on. */
export async function removeTwoFactor(trx: Knex, userId: number): Promise<boolean> {
  const removed = (await trx('twoFactor').where({ userId }).delete().returning('confirmedAt')) as {
    confirmedAt: Date | null;
  }[];
  await trx('recoveryCodes').where({ userId }).delete();
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function replaceRecoveryCodes(trx: Knex, userId: number, hashes: Buffer[]): Promise<void> {
  await trx('recoveryCodes').where({ userId }).delete();
  await trx('recoveryCodes').insert(hashes.map((codeHash) => ({ userId, codeHash })));
}

export async function consumeRecoveryCode(trx: Knex, userId: number, codeHash: Buffer, at: Date): Promise<boolean> {
  return (await trx('recoveryCodes').where({ userId, codeHash, usedAt: null }).update({ usedAt: at })) === 1;
}

export interface Challenge {
  userId: number;
  kind: 'web' | 'desktop';
}
export async function insertChallenge(
  trx: Knex,
  challenge: Challenge & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await trx('signInChallenges').insert(challenge);
}

/** Counts an attempt before the code is checked, so that concurrent guesses get no extra attempts. */
export async function countChallengeAttempt(
  db: Knex,
  tokenHash: Buffer,
  now: Date,
  tries: number,
): Promise<(Challenge & { attempts: number }) | undefined> {
  const [row] = await rows<Challenge & { attempts: number }>(
    db,
    `update sign_in_challenges set attempts = attempts + 1
     where token_hash = :tokenHash and expires_at > :now and attempts < :tries returning user_id, kind, attempts`,
    { tokenHash, now, tries },
  );
  return row;
}

export async function deleteChallenge(trx: Knex, tokenHash: Buffer): Promise<boolean> {
  return (await trx('signInChallenges').where({ tokenHash }).delete()) === 1;
}

export async function deleteChallenges(trx: Knex, userId: number): Promise<void> {
  await trx('signInChallenges').where({ userId }).delete();
}
