import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface Identity {
  issuer: string;
  subject: string;
}

/** Locks the identity, so that two first logins at once don't create two accounts. */
export async function lockIdentity(trx: Knex, { issuer, subject }: Identity): Promise<number | undefined> {
  await rows(trx, 'select pg_advisory_xact_lock(hashtextextended(:issuer || chr(10) || :subject, 0))', {
    issuer,
    subject,
  });
  const [row] = await rows<{ userId: number }>(
    trx,
    'select user_id from staff_identities where issuer = :issuer and subject = :subject',
    { issuer, subject },
  );
  return row?.userId;
}

/** False if the account belongs to another identity of this provider. */
export async function linkIdentity(trx: Knex, identity: Identity, userId: number, at: Date): Promise<boolean> {
  const linked = await trx('staffIdentities')
    .insert({ ...identity, userId, linkedAt: at, lastLoginAt: at })
    .onConflict(['issuer', 'user_id'])
    .ignore()
    .returning('userId');
  return linked.length === 1;
}

export async function markIdentityUsed(trx: Knex, { issuer, subject }: Identity, at: Date): Promise<void> {
  await trx('staffIdentities').where({ issuer, subject }).update({ lastLoginAt: at });
}
