import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface NewDispute {
  id: string;
  userId: number | null;
  customerId: string;
  chargeId: string;
  invoiceId: string | null;
  cents: number;
  currency: string;
  reason: string;
  status: string;
  evidenceDueAt: Date | null;
  hasEvidence: boolean;
  withdrawnCents: number;
  createdAt: Date;
}
interface DisputeRow extends NewDispute {
  updatedAt: Date;
}

export async function findDisputes(db: Knex, customerId: string): Promise<DisputeRow[]> {
  return (await db('disputes').where({ customerId })) as DisputeRow[];
}
export async function listDisputesOfUser(db: Knex, userId: number): Promise<DisputeRow[]> {
  return (await db('disputes').where({ userId }).orderBy('createdAt', 'desc').limit(50)) as DisputeRow[];
}
export async function storeDispute(trx: Knex, dispute: NewDispute, now: Date): Promise<void> {
  await trx('disputes')
    .insert({ ...dispute, updatedAt: now })
    .onConflict('id')
    .merge();
}

interface OpenDispute extends Pick<DisputeRow, 'id' | 'userId' | 'cents' | 'reason' | 'chargeId' | 'evidenceDueAt'> {
  name: string | null;
}
/** Disputes that wait for evidence, by the date on which it is due. */
export const listOpenDisputes = (db: Knex): Promise<OpenDispute[]> =>
  rows(
    db,
    `select d.id, d.user_id, u.name, d.cents, d.reason, d.charge_id, d.evidence_due_at from disputes d left join users u on u.id = d.user_id
     where d.status in ('needs_response', 'warning_needs_response') order by d.evidence_due_at nulls last, d.id limit 100`,
  );

export async function deleteOldDisputes(db: Knex, before: Date): Promise<void> {
  await db('disputes').where('createdAt', '<', before).delete();
}
