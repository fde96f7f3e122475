import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

export async function countClaimsByStatus(
  db: Knex,
  now: Date,
): Promise<{ pending: number; approved: number; rejected: number; overdue: number }> {
  const [row] = await rows<{ pending: number; approved: number; rejected: number; overdue: number }>(
    db,
    `select count(*) filter (where status = 'pending') as pending,
       count(*) filter (where status = 'approved') as approved,
       count(*) filter (where status = 'rejected') as rejected,
       count(*) filter (where status = 'pending' and due_at < :now) as overdue
     from claim_requests`,
    { now },
  );
  return row!;
}
